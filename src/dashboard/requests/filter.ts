import type { JournalEntry, RequestFilter } from '../../client.ts';
import type { View } from '../state/view.ts';

export type Filter = Pick<View, 'operation' | 'status' | 'find' | 'faulted'>;

/** The filter that all requests match. */
export const noFilter: Filter = { operation: '', status: '', find: '', faulted: '' };

const statusGroups = [
  ['', 'All statuses'],
  ['2xx', '2xx success'],
  ['4xx', '4xx client error'],
  ['5xx', '5xx server error'],
  ['none', 'No answer'],
] as const;

const usualStatuses = [200, 201, 204, 400, 401, 404, 405, 413, 415, 500, 503, 507];

/** The groups, then single statuses: the usual ones and those that are there. */
export function statusChoices(
  entries: readonly JournalEntry[],
  chosen: string,
): (readonly [string, string])[] {
  const statuses = new Set(usualStatuses);
  for (const { status } of entries) if (status !== null) statuses.add(status);
  if (/^\d{3}$/.test(chosen)) statuses.add(Number(chosen));
  const single = [...statuses].toSorted((a, b) => a - b).map((status) => String(status));
  return [...statusGroups, ...single.map((status) => [status, status] as const)];
}

/** Whether there are requests that it may leave out. */
export function isFiltering(filter: Filter): boolean {
  return Object.keys(noFilter).some((field) => filter[field as keyof Filter] !== '');
}

/** The part of a filter that the server can apply: it reaches further back than the page. */
export function toServerFilter({ operation, status, find, faulted }: Filter): RequestFilter {
  // The server looks at path and query one by one, so the question mark between them is nowhere.
  const [text] = find.split('?').toSorted((a, b) => b.length - a.length);
  return {
    ...(operation === 'other' && { operation: null }),
    ...(operation !== '' && operation !== 'other' && { operation }),
    ...(/^\d{3}$/.test(status) && { status: Number(status) }),
    ...(text !== '' && { text }),
    ...(faulted !== '' && { fault: true }),
  };
}

/** What the server cannot filter by, in words; `''` when it can apply the whole filter. */
export function beyondServer({ status, find }: Filter): string {
  if (status === 'none') return 'requests without an answer';
  if (/^\dxx$/.test(status)) return `a status of ${status}`;
  return find.includes('?') ? 'a text with a question mark' : '';
}

export function matchesFilter(entry: JournalEntry, filter: Filter): boolean {
  const { operation, status, find, faulted } = filter;
  if (operation !== '' && operation !== (entry.operation ?? 'other')) return false;
  if (faulted !== '' && entry.fault === undefined) return false;
  return hasStatus(entry, status) && (find === '' || hasText(entry, find.toLowerCase()));
}

function hasStatus(entry: JournalEntry, status: string): boolean {
  if (status === '') return true;
  if (status === 'none') return entry.status === null;
  const text = String(entry.status);
  return /^\dxx$/.test(status) ? text[0] === status[0] && text.length === 3 : text === status;
}

function hasText({ path, query, requestBody, responseBody }: JournalEntry, text: string): boolean {
  const address = query === '' ? path : `${path}?${query}`;
  return [address, requestBody, responseBody].some((part) => part?.toLowerCase().includes(text));
}

/** What a browser sends before a request to another origin, to ask whether it may. */
export function isPreflight({ method, requestHeaders }: JournalEntry): boolean {
  return method === 'OPTIONS' && 'access-control-request-method' in requestHeaders;
}
