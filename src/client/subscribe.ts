import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { JournalEntry } from '../controls/requests.ts';
import type { CatalogState } from '../controls/state.ts';
import { ControlError, untilAborted, type Send } from './send.ts';

/** An event of the connection or of a catalog. */
export type ControlEvent =
  /** The stream is open, for the first time or again. Read the state again: events may be missing. */
  | { type: 'open' }
  /** The stream broke. It reconnects in `retryIn` milliseconds. */
  | { type: 'lost'; error: Error; retryIn: number }
  /** The server refuses the stream, for example for a wrong token. It does not reconnect. */
  | { type: 'refused'; error: ControlError }
  /** A request was answered, or ended without a response (`status: null`). */
  | { type: 'request'; entry: JournalEntry; eventId: string }
  /** A request began to wait: a delay, or a hang. */
  | { type: 'waiting'; entry: JournalEntry }
  | CatalogEvent;

/**
 * A change of a catalog. A subscription to all catalogs has its number as `catalog`. A reset also clears
 * the journal, and sends only `reset`.
 */
export type CatalogEvent = { catalog?: number } & (
  | { type: 'cleared' }
  /** The catalog was reset, seeded or restored. */
  | { type: 'reset' }
  /** Pets were added, removed or changed. There are `total` now. At most ten a second. */
  | { type: 'pets'; total: number }
  /** Items of a collection were added, removed or changed. There are `total` now. At most ten a second. */
  | { type: 'collection'; name: string; total: number }
  /** Faults were added, removed or changed, or hit a call. There are `total` now. At most ten a second. */
  | { type: 'faults'; total: number }
  /** The scenario or the delay changed, or the catalog was reset. At most ten a second. */
  | ({ type: 'state' } & CatalogState)
);

/** The options of `subscribe`. */
export interface SubscribeOptions {
  /**
   * The `eventId` of an earlier event. Requests that ended after it and are still in the journal come
   * first. Default: requests that end from now on.
   */
  lastEventId?: string | undefined;
  /** With `isolate`, `'all'` sends the events of every catalog, without ids. Default: this control's catalog. */
  catalog?: 'all' | undefined;
  /** Ends the subscription. */
  signal?: AbortSignal | undefined;
}

const firstRetry = 250;
const longestRetry = 5000;

export function subscribe(
  send: Send,
  listener: (event: ControlEvent) => void,
  { lastEventId, catalog, signal }: SubscribeOptions = {},
): () => void {
  const end = new AbortController();
  const stop = () => {
    end.abort();
    // AbortSignal.any() would be shorter, but Node forgets it when it collects garbage.
    signal?.removeEventListener('abort', stop);
  };
  if (signal?.aborted) stop();
  else signal?.addEventListener('abort', stop);

  let last = lastEventId;
  const tell = (event: ControlEvent) => {
    if (end.signal.aborted) return;
    try {
      listener(event);
    } catch (error) {
      // An error in the listener does not end the stream.
      queueMicrotask(() => {
        throw error;
      });
    }
  };
  let retryFirst = firstRetry;
  let failures = 0;

  async function follow(): Promise<void> {
    const response = await send('GET /events', {
      ...(catalog && { query: { catalog } }),
      headers: {
        accept: 'text/event-stream',
        ...(last !== undefined && { 'last-event-id': last }),
      },
      signal: end.signal,
    });
    if (!response.body) throw new ControlError('The event stream has no body', response.status);
    failures = 0;
    tell({ type: 'open' });
    await read(response.body);
    throw new ControlError('The server closed the event stream', null);
  }

  async function read(stream: ReadableStream<Uint8Array>): Promise<void> {
    const reader = stream.getReader();
    const decoder = new TextDecoder();
    const parser = createParser({
      onRetry: (milliseconds) => (retryFirst = milliseconds),
      // The first event has an id and no data. The parser skips it, so the server repeats the id in a
      // comment.
      onComment: (text) => (last = /^id (\d+)$/.exec(text)?.[1] ?? last),
      onEvent: tellOf,
    });
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        parser.feed(decoder.decode(value, { stream: true }));
      }
    } finally {
      await reader.cancel().catch(() => {});
    }
  }

  function tellOf({ id, event: type, data }: EventSourceMessage): void {
    last = id ?? last;
    const given = JSON.parse(data) as object;
    if (type === 'request') tell({ type, entry: given as JournalEntry, eventId: last ?? '' });
    else if (type === 'waiting') tell({ type, entry: given as JournalEntry });
    else if (type !== undefined) tell({ type, ...given } as CatalogEvent);
  }

  async function keepFollowing(): Promise<void> {
    while (!end.signal.aborted) {
      try {
        await follow();
      } catch (error) {
        if (error instanceof ControlError && isRefusal(error.status)) {
          tell({ type: 'refused', error });
          return stop();
        }
        const retryIn = Math.min(longestRetry, retryFirst * 2 ** Math.min(failures++, 10));
        tell({ type: 'lost', error: error as Error, retryIn });
        let timer: ReturnType<typeof setTimeout> | undefined;
        const pause = new Promise((resolve) => (timer = setTimeout(resolve, retryIn)));
        await untilAborted(pause, end.signal).catch(() => clearTimeout(timer));
      }
    }
  }

  void keepFollowing();
  return stop;
}

/** Whether another attempt would change nothing. A server that is busy or starting may answer later. */
function isRefusal(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
}
