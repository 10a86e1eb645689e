import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { JournalEntry } from '../controls/requests.ts';
import type { CatalogState } from '../controls/state.ts';
import { ControlError, untilAborted, type Send } from './send.ts';

/** What a subscriber is told: of the connection, or of a catalog. */
export type ControlEvent =
  /** The stream is open, for the first time or again. Read the state again: events may be missing. */
  | { type: 'open' }
  /** The stream broke off; it is tried again in `retryIn` milliseconds. */
  | { type: 'lost'; error: Error; retryIn: number }
  /** The server refuses the stream (a wrong token, say). It is not tried again. */
  | { type: 'refused'; error: ControlError }
  /** A request was answered, or ended without a response (`status: null`). */
  | { type: 'request'; entry: JournalEntry; eventId: string }
  /** A request began to wait: a delay, or a hang. */
  | { type: 'waiting'; entry: JournalEntry }
  | CatalogEvent;

/** What has become of a catalog; of which one, `catalog` says in a subscription to all: its number. */
export type CatalogEvent = { catalog?: number } &
  /** The requests were cleared. A reset clears them, too, and is told as that. */
  (
    | { type: 'cleared' }
    /** The catalog was reset, seeded or restored. */
    | { type: 'reset' }
    /** Pets have come, gone or changed, by whomever; `total` are there now. At most ten a second. */
    | { type: 'pets'; total: number }
    /** Items of a collection have come, gone or changed; `total` are there now. At most ten a second. */
    | { type: 'collection'; name: string; total: number }
    /** Faults have come, gone, changed or hit; `total` are there now. At most ten a second. */
    | { type: 'faults'; total: number }
    /** The scenario or the delay has changed, or the catalog was reset. At most ten a second. */
    | ({ type: 'state' } & CatalogState)
  );

/** How to subscribe. */
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
    // Not by a `signal` of its own: a collection of garbage would have Node forget that one.
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
      // The opening has an id and no data, and the parser gives only the ids of events with data: so
      // the server repeats it in a comment.
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

/** Asking again changes nothing; but a server that is busy or starting may change its mind. */
function isRefusal(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
}
