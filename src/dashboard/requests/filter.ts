import type { JournalEntry, OperationName, RequestFilter } from '../../client.ts';
import type { View } from '../state/view.ts';

type Filter = Pick<View, 'operation' | 'status'>;

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

/** The part of a filter that the server can apply: it reaches further back than the page. */
export function toServerFilter({ operation, status }: Filter): RequestFilter {
  return {
    ...(operation === 'other' && { operation: null }),
    ...(operation !== '' && operation !== 'other' && { operation: operation as OperationName }),
    ...(/^[1-5]\d\d$/.test(status) && { status: Number(status) }),
  };
}

export function matchesFilter(entry: JournalEntry, { operation, status }: Filter): boolean {
  if (operation !== '' && operation !== (entry.operation ?? 'other')) return false;
  if (status === '') return true;
  if (status === 'none') return entry.status === null;
  const text = String(entry.status);
  return /^\dxx$/.test(status) ? text[0] === status[0] && text.length === 3 : text === status;
}

/** What a browser sends before a request to another origin, to ask whether it may. */
export function isPreflight({ method, requestHeaders }: JournalEntry): boolean {
  return method === 'OPTIONS' && 'access-control-request-method' in requestHeaders;
}
