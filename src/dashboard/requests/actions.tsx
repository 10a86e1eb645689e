import { useRef, useState } from 'preact/hooks';
import type { JournalEntry } from '../../client.ts';
import { nameOf } from '../../contract/describe-fault.ts';
import { Button, CopyButton } from '../parts/buttons.tsx';
import { Form } from '../parts/form.tsx';
import { useEvents } from '../state/live.ts';
import { usePage } from '../state/page.ts';
import { toFetch, toVerify } from './code.ts';
import { toCurl } from './curl.ts';
import { RequestEditor } from './editor.tsx';
import { toFault } from './fail-next.ts';
import { noFilter } from './filter.ts';
import { keyOf } from './journal.ts';
import { replayGap, toRequest, toSending, type Sending } from './replay.ts';
import { bodyGap } from './sent.ts';

/** What one can do from a request: make it fail, let it go, send it again, copy it. */
export function RequestActions({ entry, isGone }: { entry: JournalEntry; isGone: boolean }) {
  const page = usePage();
  const { controlOf, listen, info, session, report, source, changeView } = page;
  const control = controlOf(entry.catalog);
  const [edited, setEdited] = useState('');
  const [isLetGo, setLetGo] = useState(false);
  const sentId = useRef('');
  useEvents(listen, (event) => {
    if (event.type !== 'request' && event.type !== 'waiting') return;
    const id = event.entry.requestHeaders['x-request-id'];
    if (id === undefined || id !== sentId.current) return;
    sentId.current = '';
    // Whatever hid it goes: who sent it waits for it.
    changeView({ ...noFilter, tab: 'requests', request: keyOf(event.entry) });
  });

  const apiKey = knownKey(entry, session.apiKey, !info?.keysRequired && !info?.isolate);
  const sending = toSending(entry, apiKey ?? '');
  const operations = info?.operations ?? [];
  const failing = toFault(entry, operations);
  const gap = replayGap(entry);
  const lost = bodyGap(entry) && `; its body is ${bodyGap(entry)}`;
  const copies = [
    ['curl', `curl command${lost}`, toCurl],
    ['fetch', `call of fetch${gap && `; ${gap}`}`, toFetch],
    ['test', 'line for a test', (one: JournalEntry) => toVerify(one, operations)],
  ] as const;

  const fail = ({ status }: Record<string, string>) =>
    report(async () => {
      const fault = { ...failing!, status: Number(status) };
      await control.faults.add(fault);
      return `Added: ${nameOf(fault)}`;
    });
  const letGo = () => {
    setLetGo(true);
    return report(async () => {
      if (!(await control.faults.remove(entry.fault!)))
        throw new Error('It does not wait any more');
      return 'The call goes on';
    });
  };
  /** @throws TypeError that says what a page cannot send. */
  const send = (what: Sending) => {
    const request = toRequest(what, source.serviceOrigin);
    const id = `dashboard-${Math.random().toString(36).slice(2)}`;
    request.headers.set('X-Request-Id', id);
    page.changeSession({ apiKey: request.headers.get('X-API-Key') ?? session.apiKey });
    sentId.current = id;
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
    if (entry.apiKey !== null && apiKey === undefined) {
      setEdited(`The journal keeps ${entry.apiKey} of the key: type the whole of it.`);
    } else {
      void report(() => {
        send(sending);
        return 'Sending it again';
      });
    }
  };

  const isHeld = !isGone && !isLetGo && entry.durationMs === null && entry.fault !== undefined;
  const isLost = page.connection.state === 'lost';
  return (
    <>
      <div class="actions" role="group" aria-label="Do with this request">
        <div class="actions" inert={isLost}>
          {isHeld && <Button onClick={() => void letGo()}>Let it go</Button>}
          {failing && (
            <Form class="joined" onSubmit={(values) => void fail(values)}>
              <Button type="submit">Fail next with</Button>
              <input
                class="input"
                name="status"
                aria-label="Status"
                inputMode="numeric"
                defaultValue={String(failing.status)}
              />
            </Form>
          )}
          {gap === '' && <Button onClick={replay}>Replay</Button>}
          <Button aria-expanded={edited !== ''} onClick={() => setEdited(edited === '' ? ' ' : '')}>
            Edit and replay
          </Button>
        </div>
        <span class="copies" role="group" aria-label="Copy as">
          <span class="soft" aria-hidden="true">
            Copy
          </span>
          {copies.map(([label, what, text]) => (
            <CopyButton
              key={label}
              label={label}
              class="link"
              what={what}
              text={() => text(entry, source.serviceOrigin, apiKey)}
            />
          ))}
        </span>
      </div>
      {gap && <p class="soft">This cannot be replayed as it was sent: {gap}.</p>}
      {edited && (
        <RequestEditor
          sending={
            entry.apiKey !== null && apiKey === undefined
              ? { ...sending, headers: [['X-API-Key', ''], ...sending.headers] }
              : sending
          }
          hint={edited.trim()}
          onSend={send}
          onCancel={() => setEdited('')}
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

/** Sent where any key will do and none was typed. */
const standInKey = 'demo-key';
