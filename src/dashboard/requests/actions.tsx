import { useRef, useState } from 'preact/hooks';
import type { JournalEntry } from '../../client.ts';
import { nameOf } from '../../contract/describe-fault.ts';
import { Button, CopyButton } from '../parts/buttons.tsx';
import { Field, Form, type Values } from '../parts/form.tsx';
import { useEvents, usePage } from '../state/page.ts';
import { toCurl, toFetch, toVerify } from './copies.ts';
import { RequestEditor } from './editor.tsx';
import { toFault } from './fail-next.ts';
import { noFilter } from './filter.ts';
import { keyOf } from './journal.ts';
import { bodyGap, replayGap, toRequest, toSending, type Sending } from './sent.ts';

/** Sent where any key will do and none was typed. */
const standInKey = 'demo-key';

/** What one can do from a request: make it fail, let it go, send it again, copy it. */
export function RequestActions({ entry, isGone }: { entry: JournalEntry; isGone: boolean }) {
  const page = usePage();
  const { controlOf, listeners, info, session, report, act, source, changeView } = page;
  const { faults } = controlOf(entry.catalog);
  /** What is to be done before it is sent, when it is edited. */
  const [hint, setHint] = useState<string>();
  const sentId = useRef('');
  useEvents(listeners, (event) => {
    if (event.type !== 'request' && event.type !== 'waiting') return;
    const id = event.entry.requestHeaders['x-request-id'];
    if (!id || id !== sentId.current) return;
    sentId.current = '';
    // Whatever hid it goes: who sent it waits for it.
    changeView({ ...noFilter, tab: '', request: keyOf(event.entry) });
  });

  const apiKey = knownKey(entry, session.apiKey, !info?.keysRequired && !info?.isolate);
  const isAsked = entry.apiKey !== null && apiKey === undefined;
  const sending = toSending(entry, apiKey ?? '');
  if (isAsked) sending.headers.unshift(['X-API-Key', '']);
  const operations = info?.operations ?? [];
  const failing = toFault(entry, operations);
  const gap = replayGap(entry);
  const lost = bodyGap(entry) && `; its body is ${bodyGap(entry)}`;
  const copies = [
    ['curl', `curl command${lost}`, toCurl],
    ['fetch', `call of fetch${gap && `; ${gap}`}`, toFetch],
    ['test', 'line for a test', (one: JournalEntry) => toVerify(one, operations)],
  ] as const;

  const fail = ({ status }: Values) => {
    const fault = { ...failing!, status: Number(status) };
    return act(() => faults.add(fault), `Added: ${nameOf(fault)}`);
  };
  const letGo = () => act(() => faults.remove(entry.fault!), 'The call goes on');
  /** @throws TypeError that says what a page cannot send. */
  const send = (what: Sending) => {
    const request = toRequest(what, source.serviceOrigin);
    sentId.current = `dashboard-${Math.random().toString(36).slice(2)}`;
    request.headers.set('X-Request-Id', sentId.current);
    page.changeSession({ apiKey: request.headers.get('X-API-Key') ?? session.apiKey });
    void report(async () => {
      const response = await fetch(request).catch(() => {
        throw new Error('Sent it again: the connection broke off before an answer came.');
      });
      // Until it is read, it holds one of the browser's connections.
      await response.arrayBuffer().catch(() => {});
      return `Sent it again: ${response.status}`;
    });
  };
  const replay = () => {
    if (isAsked) setHint(`The journal keeps ${entry.apiKey} of the key: type the whole of it.`);
    else {
      void report(() => {
        send(sending);
        return 'Sending it again';
      });
    }
  };

  const isHeld = !isGone && entry.durationMs === null && entry.fault !== undefined;
  return (
    <>
      <div class="row wrap" role="group" aria-label="Do with this request">
        <div class="row wrap" inert={page.isLost}>
          {isHeld && <Button onClick={letGo}>Let it go</Button>}
          {failing && (
            <Form class="joined row" onSubmit={fail}>
              <Button type="submit">Fail next with</Button>
              <Field isBare label="Status" name="status" defaultValue={String(failing.status)} />
            </Form>
          )}
          {gap === '' && <Button onClick={replay}>Replay</Button>}
          <Button
            aria-expanded={hint !== undefined}
            onClick={() => setHint(hint === undefined ? '' : undefined)}
          >
            Edit and replay
          </Button>
        </div>
        <span class="row" role="group" aria-label="Copy as">
          <span class="soft" aria-hidden="true">
            Copy
          </span>
          {copies.map(([label, what, text]) => (
            <CopyButton
              key={label}
              label={label}
              look="link"
              what={what}
              text={() => text(entry, source.serviceOrigin, apiKey)}
            />
          ))}
        </span>
      </div>
      {gap && <p class="soft">This cannot be replayed as it was sent: {gap}.</p>}
      {hint !== undefined && (
        <RequestEditor
          key={hint}
          sending={sending}
          hint={hint}
          onSend={send}
          onCancel={() => setHint(undefined)}
        />
      )}
    </>
  );
}

/** The key of a request: the journal has only its ends. `undefined` where it is not known. */
function knownKey({ apiKey }: JournalEntry, typed: string, anyWillDo: boolean): string | undefined {
  const [start = '', end = ''] = apiKey?.split('…') ?? [];
  if (apiKey && typed && typed.startsWith(start) && typed.endsWith(end)) return typed;
  return anyWillDo ? typed || standInKey : undefined;
}
