import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Catalogs } from '../../catalog/catalogs.ts';
import { follow } from '../../catalog/follow.ts';
import type { Journal } from '../../catalog/journal.ts';
import type { RequestRecord } from '../../catalog/record.ts';

/** Milliseconds between two signs of life, so that proxies keep a quiet stream open. */
export const heartbeat = 15_000;
/** How many bytes may be unread before a reader is disconnected. It can resume from the journal. */
export const backlog = 1024 * 1024;

/**
 * Streams the journal and the changes of a catalog as server-sent events (HTML standard, section 9.2). Ids
 * count ended requests, and the first event has one, so that `Last-Event-ID` loses none.
 *
 * Unread events are kept here and not in the response: Node blocks for a long time when it destroys a
 * response with a large buffer.
 *
 * @param catalog The catalog; `undefined` for all, whose events have the number of their catalog and no
 * id.
 */
export function streamEvents(
  catalogs: Catalogs,
  catalog: Catalog | undefined,
  req: IncomingMessage,
  res: ServerResponse,
  closing: AbortSignal,
): void {
  const lastId = req.headers['last-event-id'];
  const last = catalog && (lastEventId(catalog.journal, lastId) ?? catalog.journal.ends);
  res.writeHead(200, {
    'cache-control': 'no-store',
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  });
  if (req.method === 'HEAD' || closing.aborted || catalog?.gone.over) return void res.end();
  // A comment, so that the reader learns at once that the stream is open.
  const [comment, id] = last === undefined ? ['', ''] : [`: id ${last}\n`, `id: ${last}\n`];
  let isTaking = res.write(`${comment}retry: 1000\n${id}: open\n\n`);
  // Newest first, so that `pop` takes the oldest. They become text when the reader takes them: a
  // thousand long requests are 100 MB of text.
  const missed = catalog ? missedSince(catalog.journal, last!) : [];
  let unread = '';
  let hasEnded = false;

  const flush = () => {
    while (isTaking && missed.length > 0) {
      const record = missed.pop()!;
      isTaking = res.write(textOf('request', catalog!.journal.toEntry(record), record.ended));
    }
    while (isTaking && unread !== '') {
      const next = unread.indexOf('\n\n') + 2;
      isTaking = res.write(unread.slice(0, next));
      unread = unread.slice(next);
    }
    if (hasEnded && missed.length === 0 && unread === '') res.end();
  };
  const write = (text: string) => {
    if (hasEnded) return;
    if (unread !== '' && unread.length + text.length > backlog) {
      stop();
      return void req.socket.destroy();
    }
    unread += text;
    flush();
  };
  /** The server is closing, or the catalog has gone: nothing comes after the end. */
  const end = () => {
    hasEnded = true;
    flush();
  };

  const follows = new Map<Catalog, () => void>();
  const stopFollowing = (one: Catalog) => {
    follows.get(one)?.();
    follows.delete(one);
  };
  const startFollowing = (one: Catalog) => {
    const number = catalog ? undefined : one.number;
    const unfollow = follow(one, (event, data, ended) =>
      write(textOf(event, { ...data, catalog: number }, catalog && ended)),
    );
    // A reader that reconnects gets the new catalog of its key.
    const forget = one.gone.onEnd(() => (catalog ? end() : stopFollowing(one)));
    follows.set(one, () => {
      unfollow();
      forget();
    });
  };

  (catalog ? [catalog] : catalogs.all()).forEach(startFollowing);
  const forgetMade = catalog ? undefined : catalogs.onMake(startFollowing);
  const timer = setInterval(() => write(': alive\n\n'), heartbeat).unref();
  closing.addEventListener('abort', end);
  const stop = () => {
    clearInterval(timer);
    forgetMade?.();
    for (const one of follows.keys()) stopFollowing(one);
    closing.removeEventListener('abort', end);
  };
  res.once('close', stop);
  res.on('drain', () => {
    isTaking = true;
    flush();
  });
  flush();
}

/** A larger id is from an earlier catalog: the reader has seen nothing of this one. */
function lastEventId(journal: Journal, id: string | string[] | undefined): number | undefined {
  if (typeof id !== 'string' || !/^\d{1,15}$/.test(id)) return undefined;
  return Number(id) > journal.ends ? 0 : Number(id);
}

/** The entries that have ended since an event, newest first. */
function missedSince(journal: Journal, last: number): RequestRecord[] {
  return (
    [...journal.records()]
      .filter(({ ended }) => ended > last)
      .toSorted((a, b) => b.ended - a.ended)
      // These are copies, because the journal may drop the texts before a slow reader gets them.
      .map((record) => Object.assign({}, record))
  );
}

function textOf(event: string, data: object, id?: number): string {
  const start = id === undefined ? '' : `id: ${id}\n`;
  return `${start}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
