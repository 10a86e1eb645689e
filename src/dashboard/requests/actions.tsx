import { useState } from 'preact/hooks';
import type { Fault, JournalEntry } from '../../client/index.ts';
import { Button, copy, Item, Menu } from '../parts/buttons.tsx';
import { EditDialog, Field, Form, fromLines, type Values } from '../parts/form.tsx';
import { addAgain, addFault } from '../state/changes.ts';
import { usePage } from '../state/page.ts';
import { fetched, toCurl, toFetch, toVerify } from './copies.ts';
import { canFail, matchOf } from './fail-next.ts';
import { noFilter } from './filter.ts';
import { keyOf } from './journal.tsx';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const statuses = ['400', '401', '404', '409', '500', '503', '507'];

/** Returns what one can do with a request, from the pane, the strip and the keyboard. */
export function useRequestActions() {
  const { controlOf, act, source, view, changeView } = usePage();
  const show = (entry: JournalEntry) =>
    changeView({ ...noFilter, tab: '', request: keyOf(entry) }, { replace: true });
  /** Opens a request that an entry was sent again as, unless another one was opened meanwhile. */
  const showSent = ({ catalog, ...entry }: JournalEntry, sent: JournalEntry) => {
    if (view.request !== '' && view.request !== keyOf({ ...entry, catalog })) return;
    show(catalog === undefined ? sent : { ...sent, catalog });
  };
  return {
    show,
    showSent,
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
        return ['Released'];
      }),
    fail: ({ operation, catalog }: JournalEntry, fields: Partial<Fault> = {}) => {
      const fault = { operation: operation!, status: 503, times: 1, ...fields } as Fault;
      return act(() => addFault(controlOf(catalog), fault));
    },
    replay: (entry: JournalEntry) =>
      act(async () => {
        const sent = await controlOf(entry.catalog).requests.replay(entry.id);
        if (!sent) throw new Error('No longer in the journal');
        showSent(entry, sent);
        return [`Replayed: ${sent.status ?? 'no response'}`];
      }),
    copyCurl: (entry: JournalEntry) =>
      act(() => copy(toCurl(entry, source.origin), 'curl command')),
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
            onClick={() => replay(entry)}
          >
            Replay
          </Button>
          <Button onClick={() => setEditing(true)}>Edit…</Button>
        </div>
        <Menu label="Copy">
          {copies.map(([what, text]) => (
            <Item key={what} onClick={() => act(() => copy(text(), what))}>
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
  const [words, match] = matchOf(entry, info?.operations ?? []) ?? [];
  const choices = [`Any ${entry.operation}`, ...(words ? [words] : [])];
  const add = ({ calls, status, other }: Values) =>
    fail(entry, { status: Number(status || other), ...(calls === words && match && { match }) });
  return (
    <Menu label="Fail next">
      <Form onSubmit={add}>
        <Field label="Which calls" name="calls" options={choices.map((one) => [one, one])} />
        <div class="row bar">
          <Field isBare label="Status" name="other" placeholder="Any status" />
          <Button type="submit">Fail</Button>
        </div>
        <div class="row wrap bar">
          {statuses.map((status) => (
            <Button key={status} type="submit" look="item button" name="status" value={status}>
              {status}
            </Button>
          ))}
        </div>
      </Form>
    </Menu>
  );
}

/** Sends a request again with changes, from this page. */
function Editor({ entry, onEnd }: { entry: JournalEntry; onEnd: () => void }) {
  const { controlOf, act, source } = usePage();
  const { showSent } = useRequestActions();
  const { method, target, headers, body } = fetched(entry);
  const lines = headers.map((header) => header.join(': '));
  /** @throws TypeError for what a page cannot send. */
  const send = (values: Values, before: Values) => {
    if (!values['target']!.startsWith('/'))
      throw new TypeError('The path must begin with a slash.');
    // A form has only line feeds: an unchanged body is sent as it was.
    const text = values['body'] === before['body'] ? body : values['body'] || undefined;
    const request = new Request(source.origin + values['target'], {
      method: values['method']!,
      headers: fromLines(values['headers']!),
      // A blob adds no content type. A text would.
      ...(text !== undefined && { body: new Blob([text]) }),
      redirect: 'manual',
      cache: 'no-store',
    });
    const id = `dashboard-${Math.random().toString(36).slice(2)}`;
    request.headers.set('X-Request-Id', id);
    void act(async () => {
      const response = await fetch(request).catch(() => undefined);
      // Until it is read, it holds one of the browser's connections.
      await response?.arrayBuffer().catch(() => {});
      const filter = { header: { 'x-request-id': id } };
      const [sent] = await controlOf(entry.catalog).requests.list(filter);
      if (sent) showSent(entry, sent);
      return [`Sent: ${response?.status ?? 'no response'}`];
    });
  };
  return (
    <EditDialog
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
