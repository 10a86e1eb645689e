import type { Catalog } from '../../catalog/catalog.ts';
import type { Catalogs } from '../../catalog/catalogs.ts';
import { follow } from '../../catalog/follow.ts';
import type { RequestRecord } from '../../catalog/journal.ts';

/** Gets the text of each event; `undefined` at the end, after which there is none. */
type Reader = (text: string | undefined) => void;

/** Tells of a catalog what it does as text, until the returned function is called. */
export function feedOf(catalog: Catalog, tell: Reader): () => void {
  // Its key has a new catalog, when it comes again: so does a reader that comes again.
  return tellOf(catalog, tell, () => tell(undefined));
}

/** The same of all catalogs: their events have the number of theirs, and no ids. */
export function feedOfAll(catalogs: Catalogs, tell: Reader): () => void {
  const follows = new Map<Catalog, () => void>();
  const begin = (catalog: Catalog) => {
    const leave = tellOf(catalog, tell, () => end(catalog), catalog.number);
    follows.set(catalog, leave);
  };
  const end = (catalog: Catalog) => {
    follows.get(catalog)?.();
    follows.delete(catalog);
  };
  for (const catalog of catalogs.all()) begin(catalog);
  const forgetMade = catalogs.onMake(begin);
  return () => {
    forgetMade();
    for (const catalog of follows.keys()) end(catalog);
  };
}

function tellOf(catalog: Catalog, tell: Reader, onGone: () => void, number?: number): () => void {
  const send = (event: string, data: object) =>
    tell(`event: ${event}\ndata: ${JSON.stringify({ ...data, catalog: number })}\n\n`);
  const unfollow = follow(catalog, {
    onEnd: (record) => tell(endedText(catalog, record, number)),
    onWaiting: (record) => send('waiting', catalog.journal.toEntry(record)),
    onChange: send,
    onOver: () => tell(undefined),
  });
  const forget = catalog.gone.onEnd(onGone);
  return () => [unfollow, forget].forEach((end) => end());
}

/** @param number That of the catalog in the feed of all, which has no ids. */
export function endedText({ journal }: Catalog, record: RequestRecord, number?: number): string {
  const id = number === undefined ? `id: ${record.ended}\n` : '';
  const data = JSON.stringify({ ...journal.toEntry(record), catalog: number });
  return `${id}event: request\ndata: ${data}\n\n`;
}
