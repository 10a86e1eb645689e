import { useRef, useState } from 'preact/hooks';
import type { Fault, JournalEntry } from '../../client/index.ts';
import { nameOf } from '../../controls/describe-fault.ts';
import { Button, copyText, Item, Menu } from '../parts/buttons.tsx';
import { EditForm, Field, Form, fromLines, type Values } from '../parts/form.tsx';
import { useEvents, usePage } from '../state/page.ts';
import { addAgain } from '../state/undo.ts';
import { fetched, toCurl, toFetch, toVerify } from './copies.ts';
import { canFail, matchOf } from './fail-next.ts';
import { noFilter } from './filter.ts';
import { keyOf } from './journal.tsx';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const statuses = ['400', '401', '404', '409', '500', '503', '507'] as const;

/** Returns what one can do with a request, from the pane, the strip and the keyboard. */
export function useRequestActions() {
  const { controlOf, act, source, view, changeView } = usePage();
  const show = (entry: JournalEntry) =>
    changeView({ ...noFilter, tab: '', request: keyOf(entry) }, { replace: true });
  return {
    show,
    /** Releases the calls that the same faults hold. Faults with calls left hold the next ones. */
    release: (entries: readonly JournalEntry[]) =>
      act(async () => {
        const faults = new Map(entries.map((entry) => [`${entry.catalog} ${entry.fault}`, entry]));
        for (const { catalog, fault } of faults.values()) {
          const control = controlOf(catalog);
          const one = (await control.faults.list()).find(({ id }) => id === fault);
          // First, so that the fault holds a call that comes at once.
          if (one) await addAgain(control, one);
          await control.faults.remove(fault!);
        }
      }, 'Released'),
    fail: (entry: JournalEntry, fields: Partial<Fault> = {}) => {
      const fault = { operation: entry.operation!, status: 503, times: 1, ...fields } as Fault;
      const { faults } = controlOf(entry.catalog);
      return act(
        () => faults.add(fault),
        `Added: ${nameOf(fault)}`,
        async () => (id) => faults.remove(id),
      );
    },
    replay: (entry: JournalEntry) =>
      act(
        async () => {
          const sent = await controlOf(entry.catalog).requests.replay(entry.id);
          if (!sent) throw new Error('No longer in the log');
          return sent;
        },
        (sent) => {
          // It may have waited, while another request was opened.
          if (view.request === '' || view.request === keyOf(entry)) {
            show(entry.catalog === undefined ? sent : { ...sent, catalog: entry.catalog });
          }
          return `Replayed: ${sent.status ?? 'no response'}`;
        },
      ),
    copyCurl: (entry: JournalEntry) =>
      act(() => copyText(toCurl(entry, source.origin)), 'Copied the curl command'),
  };
}

/** The buttons for one request. */
export function RequestActions({ entry }: { entry: JournalEntry }) {
  const { act, source, isLost } = usePage();
  const { release, replay } = useRequestActions();
  const [isEditing, setEditing] = useState(false);
  const copies = [
    ['curl command', () => toCurl(entry, source.origin)],
    ['fetch call', () => toFetch(entry, source.origin)],
    ['test code', () => toVerify(entry)],
    ...(source.isServer ? [['link to this request', () => location.href] as const] : []),
  ] as const;
  return (
    <>
      <div class="row wrap" role="group" aria-label="Actions">
        <div class="row wrap" inert={isLost}>
          {entry.durationMs === null && entry.fault !== undefined && (
            <Button look="button primary" title="Release (L)" onClick={() => release([entry])}>
              Release
            </Button>
          )}
          {canFail(entry) && <FailNext entry={entry} />}
          <Button
            title="Replay (R)"
            disabled={entry.operation === null}
            onClick={() => void replay(entry)}
          >
            Replay
          </Button>
        </div>
        <Button inert={isLost} aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
          Edit…
        </Button>
        <Menu label="Copy">
          {copies.map(([what, text]) => (
            <Item key={what} onClick={() => act(() => copyText(text()), `Copied the ${what}`)}>
              {what[0]!.toUpperCase() + what.slice(1)}
            </Item>
          ))}
        </Menu>
      </div>
      {isEditing && <Editor entry={entry} onEnd={() => setEditing(false)} />}
    </>
  );
}

/** Makes the next call of the same operation fail. */
function FailNext({ entry }: { entry: JournalEntry }) {
  const { info } = usePage();
  const { fail } = useRequestActions();
  const form = useRef<HTMLDivElement>(null);
  const [words, match] = matchOf(entry, info?.operations ?? []) ?? [];
  const choices = [['', `Any ${entry.operation}`], ...(words ? [['1', words]] : [])] as const;
  const add = (status: string) => {
    const isAny = form.current!.querySelector('select')!.value === '';
    return fail(entry, { status: Number(status), ...(!isAny && match && { match }) });
  };
  return (
    <Menu label="Fail next">
      <div ref={form}>
        <Field
          label="Which calls"
          options={choices as readonly (readonly [string, string])[]}
          defaultValue=""
        />
        <div class="row wrap bar">
          {statuses.map((status) => (
            <Button key={status} look="item button" onClick={() => add(status)}>
              {status}
            </Button>
          ))}
        </div>
        <Form class="row bar" onSubmit={({ status }) => add(status!)}>
          <Field isBare label="Status" name="status" placeholder="Other status" />
          <Button type="submit">Fail</Button>
        </Form>
      </div>
    </Menu>
  );
}

/** Sends a request again with changes, from this page. */
function Editor({ entry, onEnd }: { entry: JournalEntry; onEnd: () => void }) {
  const { listeners, act, source } = usePage();
  const { show } = useRequestActions();
  const sentId = useRef<string>(undefined);
  useEvents(listeners, (event) => {
    if (event.type !== 'request' && event.type !== 'waiting') return;
    const id = event.entry.requestHeaders['x-request-id'];
    if (id !== undefined && id === sentId.current) show(event.entry);
  });
  const { method, target, headers, body } = fetched(entry);
  const lines = headers.map((header) => header.join(': '));
  /** @throws TypeError for what a page cannot send. */
  const send = (values: Values, before: Values) => {
    if (!values['target']!.startsWith('/'))
      throw new TypeError('The path must begin with a slash.');
    // A form has line feeds alone: an unchanged body is sent as it was.
    const text = values['body'] === before['body'] ? body : values['body'] || undefined;
    const request = new Request(source.origin + values['target'], {
      method: values['method']!,
      headers: fromLines(values['headers']!),
      // A blob adds no content type. A text would.
      ...(text !== undefined && { body: new Blob([text]) }),
      redirect: 'manual',
      cache: 'no-store',
    });
    sentId.current = `dashboard-${Math.random().toString(36).slice(2)}`;
    request.headers.set('X-Request-Id', sentId.current);
    void act(
      async () => {
        const response = await fetch(request).catch(() => undefined);
        // Until it is read, it holds one of the browser's connections.
        await response?.arrayBuffer().catch(() => {});
        return response?.status ?? 'no response';
      },
      (status) => `Sent: ${status}`,
    );
  };
  return (
    <EditForm
      title="Edit the request"
      verb="Send"
      fields={[
        {
          name: 'method',
          label: 'Method',
          defaultValue: method,
          options: [...new Set([...methods, method])].map((one) => [one, one] as const),
        },
        { name: 'target', label: 'Path and query', defaultValue: target },
        {
          name: 'headers',
          label: 'Headers, one a line',
          rows: Math.max(2, lines.length),
          defaultValue: lines.join('\n'),
        },
        { name: 'body', label: 'Body', rows: 4, defaultValue: body },
      ]}
      onSave={send}
      onEnd={onEnd}
    />
  );
}
