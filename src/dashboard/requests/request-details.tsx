import type { JournalEntry } from '../../client.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Json, parse } from '../parts/json.tsx';
import { duration } from '../parts/words.ts';
import { RequestActions } from './request-actions.tsx';
import { describeTruncation, targetOf } from './sent.ts';

interface RequestDetailsProps {
  entry: JournalEntry;
  /** Gets the request that was sent from here, as soon as the server has told of it. */
  onSent: (entry: JournalEntry) => void;
}

/** The request and its response, and what one can do from there. */
export function RequestDetails({ entry, onSent }: RequestDetailsProps) {
  const { requestBody, requestBytes, responseBody, responseBytes } = entry;
  const facts = {
    URL: location.origin + targetOf(entry),
    Operation: entry.operation ?? 'none',
    At: entry.at,
    'API key': entry.apiKey ?? 'none',
    Took: entry.durationMs === null ? 'not answered yet' : duration(entry.durationMs),
    ...(entry.fault !== undefined && { Fault: entry.faultText ?? entry.fault }),
  };
  return (
    <>
      <RequestActions entry={entry} onSent={onSent} />
      <Facts facts={facts} />
      <Headers title="Request headers" headers={entry.requestHeaders} />
      <Body title="Request" text={requestBody} whole={requestBytes} absent="No body" />
      <Headers title="Response headers" headers={entry.responseHeaders ?? {}} />
      <Body
        title="Response"
        text={responseBody}
        whole={responseBytes}
        absent={entry.status === null ? 'No answer' : 'No body'}
        status={entry.status}
      />
    </>
  );
}

function Facts({ facts }: { facts: Record<string, string> }) {
  return (
    <dl class="facts">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt class="soft">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Headers({ title, headers }: { title: string; headers: Record<string, string> }) {
  const { length } = Object.keys(headers);
  if (length === 0) return null;
  return (
    <details class="headers">
      <summary class="soft">
        {title} <span class="pill">{length}</span>
      </summary>
      <Facts facts={headers} />
    </details>
  );
}

interface BodyProps {
  title: string;
  text: string | undefined;
  /** The true length, in bytes. */
  whole: number | undefined;
  absent: string;
  status?: number | null;
}

function Body({ title, text, whole, absent, status }: BodyProps) {
  // With an indent; what is no JSON, or was truncated, is shown as it is.
  const pretty = JSON.stringify(parse(text), null, 2) ?? text;
  const truncation = describeTruncation(text, whole);
  const what = `${title.toLowerCase()} body`;
  return (
    <section class="body">
      <header class="row">
        <h3 class="soft">{title}</h3>
        {status && <strong>{status}</strong>}
        <span class="soft grow">{truncation}</span>
        {text && (
          <CopyButton text={() => text} what={truncation ? `${what}: ${truncation}` : what} />
        )}
      </header>
      {!pretty ? (
        <p class="soft">
          <em>{absent}</em>
        </p>
      ) : (
        <pre class="card" tabindex={0} aria-label={`${title} body`}>
          <code>
            <Json text={pretty} />
          </code>
        </pre>
      )}
    </section>
  );
}
