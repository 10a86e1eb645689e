import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Catalog } from '../../catalog/catalog.ts';
import { toEntry, type RequestRecord } from '../../catalog/journal.ts';

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
  const write = (text: string) => {
    if (res.writableLength > backlog) res.destroy();
    else res.write(text);
  };
  const send = (event: string, data: unknown, id?: number) =>
    write(
      `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
    );
  const sendEnded = (record: RequestRecord) => send('request', toEntry(record), record.ended);

  // A comment first: the reader learns at once that the stream is open.
  write('retry: 1000\n: open\n\n');
  const last = req.headers['last-event-id'];
  if (typeof last === 'string' && /^\d{1,15}$/.test(last)) {
    const missed = [...catalog.journal.records()].filter(({ ended }) => ended > Number(last));
    for (const record of missed.toSorted((a, b) => a.ended - b.ended)) sendEnded(record);
  }

  const unlisten = catalog.journal.listen((event, record) => {
    if (event === 'end') sendEnded(record);
    else if (event === 'waiting') send('waiting', toEntry(record));
  });
  let forgetEra = () => {};
  const follow = () => {
    forgetEra = catalog.era.onEnd(() => {
      send('reset', {});
      follow();
    });
  };
  follow();
  const timer = setInterval(() => write(': alive\n\n'), heartbeat);
  timer.unref();
  const end = () => res.end();
  closing.addEventListener('abort', end);
  res.once('close', () => {
    clearInterval(timer);
    unlisten();
    forgetEra();
    closing.removeEventListener('abort', end);
  });
}
