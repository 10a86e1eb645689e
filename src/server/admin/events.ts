import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Catalog } from '../../catalog/catalog.ts';
import { toEntry, type Journal, type RequestRecord } from '../../catalog/journal.ts';

/** Milliseconds between two signs of life, so that proxies keep a quiet stream open. */
const heartbeat = 15_000;
/** A reader that has left so many bytes unread is cut off; it can resume from the journal. */
const backlog = 1024 * 1024;

/**
 * Streams a catalog's journal as server-sent events (HTML standard, section 9.2): `request` for each
 * entry once it has ended, `waiting` when one begins to wait, `reset` when the catalog was reset,
 * seeded or restored. The id of a `request` event counts ends, so that `Last-Event-ID` loses none.
 */
export function streamEvents(
  catalog: Catalog,
  req: IncomingMessage,
  res: ServerResponse,
  closing: AbortSignal,
): void {
  res.writeHead(200, {
    'cache-control': 'no-store',
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  });
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  const missed = missedSince(catalog.journal, req.headers['last-event-id']);
  // What happens while the missed entries are being sent comes after them.
  let late = '';
  const write = (text: string) => {
    // The server is closing, or the catalog has gone: nothing comes after the end.
    if (res.writableEnded) return;
    if (missed.length > 0) late += text;
    else res.write(text);
    if (late.length + res.writableLength > backlog) res.destroy();
  };
  const send = (event: string, data: unknown) =>
    write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const replay = () => {
    while (missed.length > 0 && !res.writableNeedDrain) res.write(endedText(missed.pop()!));
    if (missed.length > 0 || late === '') return;
    res.write(late);
    late = '';
  };

  // A comment first: the reader learns at once that the stream is open.
  res.write('retry: 1000\n: open\n\n');
  res.on('drain', replay);
  replay();

  const unlisten = catalog.journal.listen((event, record) => {
    if (event === 'end') write(endedText(record));
    else if (event === 'waiting') send('waiting', toEntry(record));
  });
  let forgetEra = () => {};
  const follow = () => {
    forgetEra = catalog.era.onEnd(() => {
      // Its key has a new catalog, when it comes again: so does a reader that comes again.
      if (catalog.era.over) return void res.end();
      send('reset', {});
      follow();
    });
  };
  follow();
  const timer = setInterval(() => write(': alive\n\n'), heartbeat);
  timer.unref();
  const end = () => res.end();
  if (closing.aborted) end();
  closing.addEventListener('abort', end);
  res.once('close', () => {
    clearInterval(timer);
    unlisten();
    forgetEra();
    closing.removeEventListener('abort', end);
  });
}

/** The entries that have ended since an event, the latest first. */
function missedSince(journal: Journal, id: string | string[] | undefined): RequestRecord[] {
  if (typeof id !== 'string' || !/^\d{1,15}$/.test(id)) return [];
  // An id that has not been given yet is of a catalog before this one: all is new to its reader.
  const last = Number(id) > journal.ends ? 0 : Number(id);
  return [...journal.records()]
    .filter(({ ended }) => ended > last)
    .toSorted((a, b) => b.ended - a.ended)
    .map(copyOf);
}

/** A record of its own: while the reader takes its time, the journal fills its records anew. */
function copyOf(record: RequestRecord): RequestRecord {
  return { ...record };
}

function endedText(record: RequestRecord): string {
  return `id: ${record.ended}\nevent: request\ndata: ${JSON.stringify(toEntry(record))}\n\n`;
}
