import { useEffect, useRef } from 'preact/hooks';
import type { JournalEntry } from '../../client/index.ts';
import { byteLength } from '../../contract/text.ts';
import { phraseOf } from '../../contract/http.ts';
import { CopyButton, IconButton } from '../parts/buttons.tsx';
import { CloseIcon } from '../parts/icons.tsx';
import { Json } from '../parts/json.tsx';
import { count, countOf, duration, shorten, size } from '../parts/words.tsx';
import { useLive, usePage } from '../state/page.ts';
import { RequestActions } from './actions.tsx';
import { targetOf } from './copies.ts';
import { Status } from './row.tsx';

/**
 * One request: its answer, facts, why, actions and bodies. It stays as it was last when it has left the
 * journal, or when a server that was started again has another request of its number.
 */
export function Pane({ found }: { found: JournalEntry | undefined }) {
  const { root, source, view, changeView } = usePage();
  const pane = useRef<HTMLElement>(null);
  const kept = useRef(found);
  if (!kept.current || found?.at === kept.current.at) kept.current = found;
  const entry = kept.current;
  // On a narrow page, the pane hides the row that was pressed.
  useEffect(() => {
    const at = root.activeElement;
    const isSeen = at !== document.body && at?.checkVisibility({ visibilityProperty: true });
    if (!isSeen) pane.current!.focus();
  }, []);
  const close = () => {
    const isWithin = pane.current!.contains(root.activeElement);
    changeView({ request: '' });
    const focus = () => root.querySelector<HTMLElement>('.requests [tabindex="0"]')?.focus();
    // The list may have been below the pane until now.
    if (isWithin) requestAnimationFrame(focus);
  };
  const url = entry && source.origin + targetOf(entry);
  return (
    <section class="pane" aria-label="Request" ref={pane} tabIndex={-1}>
      <header class="row">
        <h2 class="grow">
          {entry && <Status entry={entry} text={textOf(entry)} />}{' '}
          <span class="mono">
            {entry ? `${entry.method} ${shorten(targetOf(entry), 300)}` : `Request ${view.request}`}
          </span>
        </h2>
        {url && <CopyButton text={() => url} what="URL" />}
        <IconButton name="Close" icon={CloseIcon} onClick={close} />
      </header>
      {entry ? (
        <>
          <p class="soft">{factsOf(entry)}</p>
          {found === entry ? (
            <Why entry={entry} />
          ) : (
            <p>No longer in the journal. Last known state:</p>
          )}
          <RequestActions entry={entry} />
          <Side entry={entry} side="response" />
          <Side entry={entry} side="request" />
        </>
      ) : (
        <p class="soft">Not in the journal: it was cleared, or it never was there.</p>
      )}
    </section>
  );
}

const textOf = ({ status }: JournalEntry) =>
  status === null ? 'No response' : `${status} ${phraseOf(status)}`;

function factsOf(entry: JournalEntry): string {
  const { durationMs, responseBytes, operation, apiKey, at } = entry;
  const time = new Date(at).toTimeString().slice(0, 8) + at.slice(19, 23);
  const facts = [
    durationMs !== null && duration(durationMs),
    responseBytes !== undefined && size(responseBytes),
    time,
    operation ?? 'no operation',
    apiKey === null ? 'no key' : `key ${shorten(apiKey, 60)}`,
  ];
  return facts.filter(Boolean).join(' · ');
}

/** Says why the request got its answer, unless the answer is a documented success. */
function Why({ entry }: { entry: JournalEntry }) {
  const { controlOf } = usePage();
  const { id, catalog, status, durationMs, fault } = entry;
  const isPlain = fault === undefined && status !== null && status < 400;
  const { value } = useLive(
    // The pets and faults that it names may change.
    ['pets', 'faults', 'reset'],
    async () => (isPlain ? undefined : controlOf(catalog).requests.get(id)),
    [catalog, id, status, durationMs],
  );
  // A line from the start, so that the text moves nothing when it comes.
  return isPlain ? null : <p class="why">{value?.why ?? entry.faultText ?? '\u00a0'}</p>;
}

/** The body and the headers of one side. */
function Side({ entry, side }: { entry: JournalEntry; side: 'request' | 'response' }) {
  const text = entry[`${side}Body`];
  const headers = Object.entries(entry[`${side}Headers`] ?? {});
  const bytes = entry[`${side}Bytes`] ?? 0;
  const kept = byteLength(text ?? '');
  const isCut = text !== undefined && kept < bytes;
  const title = side === 'request' ? 'Request' : 'Response';
  return (
    <section class="stack">
      <header class="row">
        <h3>{title}</h3>
        <span class="soft grow">
          {!text && absenceOf(entry, side)}
          {isCut && `the first ${count(kept)} of ${count(bytes)} bytes`}
        </span>
        {text && <CopyButton text={() => text} what={`${side} body`} />}
      </header>
      {text && (
        <pre class="code" tabIndex={0} role="group" aria-label={`${title} body`}>
          <Json text={text} isCut={isCut} />
        </pre>
      )}
      {headers.length > 0 && (
        <details>
          <summary class="soft">{countOf(headers.length, 'header')}</summary>
          <dl class="headers">
            {headers.map(([name, value]) => [<dt class="soft">{name}</dt>, <dd>{value}</dd>])}
          </dl>
        </details>
      )}
    </section>
  );
}

/** The journal has no body of what a handler of the user answered, or of a request that was not read. */
function absenceOf(entry: JournalEntry, side: 'request' | 'response'): string {
  const headers = entry[`${side}Headers`];
  if (!headers) return 'No response';
  const isResponse = side === 'response';
  const usual = isResponse || 'transfer-encoding' in headers ? '' : '0';
  const { 'content-length': length = usual } = headers;
  const isBodiless = entry.method === 'HEAD' || entry.status === 204 || entry.status === 304;
  return length === '0' || (isResponse && isBodiless) ? 'No body' : 'Body not kept';
}
