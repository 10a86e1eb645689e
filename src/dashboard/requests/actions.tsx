import { useRef, useState } from 'preact/hooks';
import type { JournalEntry } from '../../client/index.ts';
import { nameOf } from '../../controls/describe-fault.ts';
import { Button, CopyButton } from '../parts/buttons.tsx';
import { EditForm, Field, Form, fromLines, type Values } from '../parts/form.tsx';
import { useEvents, usePage } from '../state/page.ts';
import { toCurl, toFetch, toVerify } from './copies.ts';
import { toFault } from './fail-next.ts';
import { noFilter } from './filter.ts';
import { keyOf } from './journal.ts';
import { fetched, replayGap } from './sent.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** What one can do from a request: make it fail, let it go, send it again, copy it. */
export function RequestActions({ entry, isGone }: { entry: JournalEntry; isGone: boolean }) {
  const page = usePage();
  const { controlOf, listeners, info, session, act, source, changeView } = page;
  const { faults } = controlOf(entry.catalog);
  const [isEditing, setEditing] = useState(false);
  const sentId = useRef<string>(undefined);
  useEvents(listeners, (event) => {
    if (event.type !== 'request' && event.type !== 'waiting') return;
    const id = event.entry.requestHeaders['x-request-id'];
    if (id === undefined || id !== sentId.current) return;
    sentId.current = undefined;
    // Whatever hid it goes: who sent it waits for it.
    changeView({ ...noFilter, tab: '', request: keyOf(event.entry) });
  });

  const apiKey = entry.apiKey ?? undefined;
  const { method, target, headers, body } = fetched(entry, apiKey);
  // A key that is not known is left to be typed; what else is redacted is left out.
  const lines = headers
    .filter(({ name, value }) => value !== undefined || name === 'x-api-key')
    .map(({ name, value = '' }) => `${name}: ${value}`);
  const sent = { method, target, headers: lines.join('\n') };
  const failing = toFault(entry, info?.operations ?? []);
  const gap = replayGap(entry);
  const copies = [
    ['curl', 'curl command', toCurl],
    ['fetch', 'call of fetch', toFetch],
    ['test', 'line for a test', toVerify],
  ] as const;

  const fail = ({ status }: Values) => {
    const fault = { ...failing!, status: Number(status) };
    return act(() => faults.add(fault), `Added: ${nameOf(fault)}`);
  };
  const letGo = () => act(() => faults.remove(entry.fault!), 'The call goes on');
  /** @throws TypeError that says what a page cannot send. */
  const send = (what: Values, text: string | undefined) => {
    if (!what['target']!.startsWith('/')) throw new TypeError('The path must begin with a slash.');
    const request = new Request(source.origin + what['target'], {
      method: what['method']!,
      headers: fromLines(what['headers']!),
      // Without a type of its own: a text would get one.
      ...(text !== undefined && { body: new Blob([text]) }),
      redirect: 'manual',
      // A response that may be kept would not be asked for again, and one that hangs would be waited for.
      cache: 'no-store',
    });
    sentId.current = `dashboard-${Math.random().toString(36).slice(2)}`;
    request.headers.set('X-Request-Id', sentId.current);
    page.changeSession({ apiKey: request.headers.get('X-API-Key') ?? session.apiKey });
    const resend = () =>
      fetch(request).catch(() => {
        throw new Error('Sent it again: the connection broke off before an answer came.');
      });
    void act(resend, async (response) => {
      // Until it is read, it holds one of the browser's connections.
      await response.arrayBuffer().catch(() => {});
      return `Sent it again: ${response.status}`;
    });
  };
  const options = [...new Set([...methods, method])].map((one) => [one, one] as const);
  const rows = Math.max(2, lines.length);

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
          {gap === '' && <Button onClick={() => send(sent, body)}>Replay</Button>}
          <Button aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
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
              text={() => text(entry, source.origin, apiKey)}
            />
          ))}
        </span>
      </div>
      {gap && <p class="soft">This cannot be replayed as it was sent: {gap}.</p>}
      {isEditing && (
        <EditForm
          title="Edit and replay"
          verb="Send"
          fields={[
            { name: 'method', label: 'Method', defaultValue: method, options },
            { name: 'target', label: 'Path and query', defaultValue: target },
            { name: 'headers', label: 'Headers, one a line', rows, defaultValue: sent.headers },
            { name: 'body', label: 'Body', rows: 4, defaultValue: body },
          ]}
          // A form has line feeds alone: what was not changed is sent as it was.
          onSave={(values, before) =>
            send(values, values['body'] === before['body'] ? body : values['body'] || undefined)
          }
          onEnd={() => setEditing(false)}
        />
      )}
    </>
  );
}
