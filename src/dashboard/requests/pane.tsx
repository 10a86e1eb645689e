import { useEffect, useRef } from 'preact/hooks';
import type { JournalEntry } from '../../client/index.ts';
import { Button, CopyButton, IconButton } from '../parts/buttons.tsx';
import { CloseIcon } from '../parts/icons.tsx';
import { Json } from '../parts/json.tsx';
import { countOf, duration, shorten } from '../parts/words.tsx';
import { useLoaded } from '../state/loaded.ts';
import { useEvents, usePage } from '../state/page.ts';
import { RequestActions } from './actions.tsx';
import { Status } from './row.tsx';
import { describeTruncation, targetOf } from './sent.ts';

/**
 * One request: what it got and why, what one can do with it, and what it was. It stays as it was last,
 * also when it has left the journal, or a server that was started again has another one of its number.
 */
export function Pane({ found }: { found: JournalEntry | undefined }) {
  const { root, source, view, changeView } = usePage();
  const pane = useRef<HTMLElement>(null);
  const kept = useRef(found);
  if (!kept.current || found?.at === kept.current.at) kept.current = found;
  const entry = kept.current;
  const isGone = found !== entry;
  // Where it is over the list, the row that was pressed is hidden with the list.
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
  const title = entry
    ? `${entry.method} ${shorten(targetOf(entry), 300)}`
    : `Request ${view.request}`;
  return (
    <section class="pane" aria-label="Request" ref={pane} tabIndex={-1}>
      <header class="row">
        <h2 class="mono grow">{title}</h2>
        <IconButton name="Close" icon={CloseIcon} onClick={close} />
      </header>
      {entry ? (
        <>
          <p class="row wrap">
            <Status entry={entry} />
            <span>
              {entry.durationMs === null
                ? !isGone && 'not answered yet'
                : duration(entry.durationMs)}
            </span>
            <span class="soft">{entry.operation ?? 'no operation'}</span>
            <time class="soft" dateTime={entry.at}>
              {new Date(entry.at).toLocaleTimeString('en-GB')}
            </time>
            <span class="soft">{entry.apiKey === null ? 'no key' : `key ${entry.apiKey}`}</span>
          </p>
          {isGone ? (
            <p class="code">It has left the journal; this is how it was last.</p>
          ) : (
            <Why entry={entry} />
          )}
          <RequestActions entry={entry} isGone={isGone} />
          <Side entry={entry} side="response" />
          <Side entry={entry} side="request" />
          <p class="soft mono">{source.origin + targetOf(entry)}</p>
        </>
      ) : (
        <p class="soft">
          It is not in the journal: it has left it, it was before a reset, or it never was.
        </p>
      )}
    </section>
  );
}

/** Why it got that answer, in the server's words. */
function Why({ entry }: { entry: JournalEntry }) {
  const { controlOf, faults, root, listeners } = usePage();
  const { id, catalog, status, durationMs } = entry;
  const { value, error, reload } = useLoaded(
    () => controlOf(catalog).requests.get(id),
    [catalog, id, status, durationMs],
  );
  // What it speaks of may come and go.
  useEvents(listeners, ({ type }) => {
    if (type === 'pets' || type === 'faults' || type === 'reset') reload();
  });
  const text = value?.why ?? entry.faultText;
  if (!text && (value || error)) return null;
  const { fault } = entry;
  const showFault = () => root.querySelector<HTMLElement>(`[data-fault="${fault}"] input`)?.focus();
  return (
    <p class={entry.fault === undefined ? 'code' : 'code warn'}>
      {/* A line for what is being asked, so that it moves nothing. */}
      {text ?? '\u00a0'}{' '}
      {faults?.some((one) => one.id === fault) && (
        <Button look="link" onClick={showFault}>
          Show the fault
        </Button>
      )}
    </p>
  );
}

/** What was sent, or what came back: the body, and the headers folded. */
function Side({ entry, side }: { entry: JournalEntry; side: 'request' | 'response' }) {
  const text = entry[`${side}Body`];
  const headers = Object.entries(entry[`${side}Headers`] ?? {});
  const truncation = describeTruncation(text, entry[`${side}Bytes`]);
  const title = side === 'request' ? 'Request' : 'Response';
  return (
    <section class="stack">
      <header class="row">
        <h3>{title}</h3>
        <span class="soft grow">{text ? truncation : absenceOf(entry, side)}</span>
        {text && <CopyButton text={() => text} what={`${side} body`} />}
      </header>
      {text && (
        <pre class="code" tabIndex={0} aria-label={`${title} body`}>
          <Json text={text} isCut={truncation !== ''} />
        </pre>
      )}
      {headers.length > 0 && (
        <details>
          <summary class="soft">{countOf(headers.length, 'header')}</summary>
          <dl>
            {headers.map(([name, value]) => (
              <div class="columns" key={name}>
                <dt class="soft">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}

/** Of what a handler of the user's answered, or what nobody read, the journal has no body. */
function absenceOf(entry: JournalEntry, side: 'request' | 'response'): string {
  const headers = entry[`${side}Headers`];
  if (!headers) return 'No answer';
  const isResponse = side === 'response';
  const usual = isResponse || 'transfer-encoding' in headers ? '' : '0';
  const { 'content-length': length = usual } = headers;
  const isBodiless = entry.method === 'HEAD' || entry.status === 204 || entry.status === 304;
  return length === '0' || (isResponse && isBodiless) ? 'No body' : 'Body not kept';
}
