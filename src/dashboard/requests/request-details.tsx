import type { JournalEntry } from '../../client.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { duration } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import { toCurl } from './curl.ts';
import { keyOf } from './known-key.ts';

/** What was asked, and what was answered. */
export function RequestDetails({ entry }: { entry: JournalEntry }) {
  const { session } = usePage();
  const facts: [string, string][] = [
    ['Operation', entry.operation ?? 'none of the three'],
    ['At', entry.at],
    ['API key', entry.apiKey ?? 'none'],
    ['Took', entry.durationMs === null ? 'not answered yet' : duration(entry.durationMs)],
    ...(entry.fault === undefined ? [] : [['Fault', entry.fault] as [string, string]]),
  ];
  return (
    <>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Body title="Request" text={entry.requestBody} absent="No body" />
      <Body
        title="Response"
        text={entry.responseBody}
        absent={entry.status === null ? 'No answer' : 'No body'}
        status={entry.status}
      />
      <div class="entry-actions">
        <CopyButton
          label="Copy as curl"
          what="curl command"
          text={() => toCurl(entry, location.origin, keyOf(entry.apiKey, session.usedKeys))}
        />
      </div>
    </>
  );
}

interface BodyProps {
  title: string;
  text: string | undefined;
  absent: string;
  status?: number | null;
}

/** More than this is cut for the eye; copying gives all that the journal has. */
const longest = 4000;

function Body({ title, text, absent, status }: BodyProps) {
  const pretty = text === undefined || text === '' ? undefined : prettify(text);
  return (
    <section class="body">
      <header>
        <h3>
          {title}
          {status !== undefined && status !== null && <span class="plain-status"> {status}</span>}
        </h3>
        {text && <CopyButton text={() => text} what={`${title.toLowerCase()} body`} />}
      </header>
      {pretty === undefined ? (
        <p class="nothing">{absent}</p>
      ) : (
        <pre tabindex={0} aria-label={`${title} body`}>
          <code>{pretty.length > longest ? `${pretty.slice(0, longest)}…` : pretty}</code>
        </pre>
      )}
    </section>
  );
}

/** JSON with an indent; anything else, and JSON that was cut, as it is. */
function prettify(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
