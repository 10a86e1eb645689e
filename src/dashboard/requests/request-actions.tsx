import { useRef, useState } from 'preact/hooks';
import type { JournalEntry } from '../../client.ts';
import { nameOf } from '../../contract/describe-fault.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { shorten } from '../parts/words.ts';
import { findPet } from '../pets/find-pet.ts';
import { usePage } from '../state/context.ts';
import { useEvents } from '../state/live.ts';
import { toFetch, toVerify } from './code.ts';
import { toCurl } from './curl.ts';
import { petIdOf, toFault } from './fail-next.ts';
import { replayGap, toRequest, toSending, type Sending } from './replay.ts';
import { RequestEditor } from './request-editor.tsx';
import { bodyGap } from './sent.ts';

interface RequestActionsProps {
  entry: JournalEntry;
  /** Gets the request that was sent from here, as soon as the server has told of it. */
  onSent: (entry: JournalEntry) => void;
}

/** What one can do from a request: make it fail, send it again, see its pet, copy it. */
export function RequestActions({ entry, onSent }: RequestActionsProps) {
  const page = usePage();
  const { control, listen, info, apiKey, requestKeys, report } = page;
  const [edited, setEdited] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const sentId = useRef('');
  useEvents(listen, (event) => {
    if (event.type !== 'request' && event.type !== 'waiting') return;
    const id = event.entry.requestHeaders['x-request-id'];
    if (id === undefined || id !== sentId.current) return;
    sentId.current = '';
    onSent(event.entry);
  });

  // With a catalog for each key, all keys in its journal are the one.
  const known =
    info?.isolate === true && entry.apiKey !== null
      ? apiKey
      : requestKeys.get(entry.requestHeaders['x-request-id'] ?? '');
  const sending = toSending(entry, known || apiKey);
  const operations = info?.operations ?? [];
  const failing = toFault(entry, operations);
  const petId = petIdOf(entry, operations);
  const gap = replayGap(entry);
  const lost = bodyGap(entry) && `; its body is ${bodyGap(entry)}`;
  const copies = [
    ['curl', `curl command${lost}`, toCurl],
    ['fetch', `call of fetch${gap && `; ${gap}`}`, toFetch],
    ['test', 'line for a test', (one: JournalEntry) => toVerify(one, operations)],
  ] as const;

  const fail = async () => {
    await control.faults.add(failing!);
    return `Added: ${nameOf(failing!)}`;
  };
  /** @throws TypeError that says what a page cannot send. */
  const send = (what: Sending) => {
    const request = toRequest(what);
    const id = `dashboard-${Math.random().toString(36).slice(2)}`;
    request.headers.set('X-Request-Id', id);
    requestKeys.set(id, request.headers.get('X-API-Key') ?? '');
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
    if (entry.apiKey !== null && !known && !apiKey) {
      page.setKeyError('The journal redacts keys: type the one to send.');
      return;
    }
    try {
      send(sending);
    } catch (reason) {
      page.notify({ kind: 'failed', text: (reason as Error).message });
    }
  };
  const showPet = async () => {
    const { pet, ...place } = await findPet(control, petId!);
    // On a narrow screen the pressed button is about to be hidden.
    document.getElementById('main')?.focus({ preventScroll: true });
    page.setPointedPet(pet.id);
    page.changeView({ tab: 'pets', tag: '', ...place });
    return `Found ${shorten(pet.name, 40)} in the pets`;
  };

  return (
    <div class="stack actions">
      <div class="row action-row" role="group" aria-label="Do with this request">
        {failing && (
          <button type="button" class="button small" onClick={() => void report(fail)}>
            Fail next time
          </button>
        )}
        {gap === '' && (
          <button type="button" class="button small" onClick={replay}>
            Replay
          </button>
        )}
        <button
          type="button"
          class="button small"
          aria-expanded={edited}
          ref={editButton}
          onClick={() => setEdited(!edited)}
        >
          Edit and replay
        </button>
        {petId !== undefined && (
          <button type="button" class="button small" onClick={() => void report(showPet)}>
            Show pet
          </button>
        )}
      </div>
      {gap && <p class="soft">This cannot be replayed as it was sent: {gap}.</p>}
      <div class="row action-row soft" role="group" aria-label="Copy this request">
        <span aria-hidden="true">Copy as</span>
        {copies.map(([label, what, text]) => (
          <CopyButton
            key={label}
            label={label}
            prefix="Copy as"
            what={what}
            text={() => text(entry, location.origin, known)}
          />
        ))}
      </div>
      {edited && (
        <RequestEditor
          sending={sending}
          onSend={send}
          onCancel={() => {
            editButton.current?.focus();
            setEdited(false);
          }}
        />
      )}
    </div>
  );
}
