import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Catalogs } from '../../catalog/catalogs.ts';
import type { Journal, RequestRecord } from '../../catalog/journal.ts';
import { onOver, onTurn } from '../connection.ts';
import { endedText, feedOf, feedOfAll } from './feeds.ts';

/** Milliseconds between two signs of life, so that proxies keep a quiet stream open. */
export const heartbeat = 15_000;
/** A reader that has left so many bytes unread is disconnected; it can resume from the journal. */
export const backlog = 1024 * 1024;

/**
 * Streams a catalog's journal and its changes as server-sent events (HTML standard, section 9.2). Ids
 * count ends, and the opening has one, so that `Last-Event-ID` loses none.
 *
 * What a reader has not taken is kept here and not in its response: to destroy one with much
 * buffered keeps Node busy.
 *
 * @param catalog `undefined` for all.
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
  // Until it is its turn, behind others on its connection, a stream holds nothing.
  onTurn(res, () => {
    res.writeHead(200, {
      'cache-control': 'no-store',
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    });
    if (req.method === 'HEAD' || closing.aborted || catalog?.gone.over) return void res.end();
    const missed = catalog ? missedSince(catalog.journal, last!) : [];
    let unread = '';
    let isTaking = true;

    const hand = () => {
      if (res.writableEnded) return;
      while (isTaking && missed.length > 0) {
        isTaking = res.write(endedText(catalog!, missed.pop()!));
      }
      if (!isTaking || unread === '') return;
      const text = unread;
      unread = '';
      isTaking = res.write(text);
    };
    const write = (text: string) => {
      // The server is closing, or the catalog has gone: nothing comes after the end.
      if (res.writableEnded) return;
      if (unread !== '' && unread.length + text.length > backlog) {
        stop();
        return void req.socket.destroy();
      }
      unread += text;
      hand();
    };
    const end = () => {
      res.end(unread);
      unread = '';
    };
    const tell = (text: string | undefined) => (text === undefined ? end() : write(text));
    const leave = catalog ? feedOf(catalog, tell) : feedOfAll(catalogs, tell);
    const timer = setInterval(() => write(': alive\n\n'), heartbeat).unref();
    closing.addEventListener('abort', end);
    const stop = () => {
      clearInterval(timer);
      leave();
      closing.removeEventListener('abort', end);
    };
    onOver(req, res, stop);

    res.on('drain', () => {
      isTaking = true;
      hand();
    });
    // A comment, so that the reader learns at once that the stream is open.
    const id = last === undefined ? ['', ''] : [`: id ${last}\n`, `id: ${last}\n`];
    isTaking = res.write(`${id[0]}retry: 1000\n${id[1]}: open\n\n`);
    hand();
  });
}

/** An id that has not been given yet is from an earlier catalog: everything is new to its reader. */
function lastEventId(journal: Journal, id: string | string[] | undefined): number | undefined {
  if (typeof id !== 'string' || !/^\d{1,15}$/.test(id)) return undefined;
  return Number(id) > journal.ends ? 0 : Number(id);
}

/** The entries that have ended since an event, the latest first. */
function missedSince(journal: Journal, last: number): RequestRecord[] {
  return (
    [...journal.records()]
      .filter(({ ended }) => ended > last)
      .toSorted((a, b) => b.ended - a.ended)
      // Copies: while the reader takes its time, the journal may let go of their texts.
      .map((record) => Object.assign({}, record))
  );
}
