import * as v from 'valibot';
import { createInput, optional, wholeNumber } from '../contract/input.ts';
import type { Store } from './store.ts';

const pageEntries = {
  offset: optional(wholeNumber(0, 2 ** 24), 'How many matches to skip.'),
  limit: optional(wholeNumber(0, 1000), 'At most this many. Default: 100.'),
  search: optional(v.string(), 'A text in any field except the id, in any letter case.'),
};

/** The query for a page of items. */
export const itemPageInput = createInput(v.strictObject(pageEntries), 'The query');

/** The query for a page of pets. */
export const pageInput = createInput(
  v.strictObject({ ...pageEntries, tag: optional(v.string(), 'The exact tag.') }),
  'The query',
);

/** Returns a page of the items that match, oldest first, and how many match in all. */
export function findItems<Item extends { id: string; tag?: string }>(
  store: Store<Item>,
  { offset = 0, limit = 100, search = '', tag }: ReturnType<typeof pageInput.check>,
): { items: Item[]; total: number } {
  const end = offset + limit;
  if (search === '' && tag === undefined) {
    return { items: store.list({ limit: end }).slice(offset), total: store.size };
  }
  const wanted = search.toLowerCase();
  const found = store.list({
    where: (item) =>
      (tag === undefined || item.tag === tag) &&
      Object.entries(item).some(
        ([name, value]) =>
          name !== 'id' &&
          typeof value !== 'object' &&
          String(value).toLowerCase().includes(wanted),
      ),
  });
  return { items: found.slice(offset, end), total: found.length };
}
