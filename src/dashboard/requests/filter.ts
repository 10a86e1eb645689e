import type { JournalEntry, RequestFilter } from '../../client/index.ts';
import type { View } from '../state/view.ts';
import { targetOf } from './copies.ts';

export type Filter = Pick<View, 'operation' | 'status' | 'find' | 'faulted'>;

export const noFilter: Filter = { operation: '', status: '', find: '', faulted: '' };

/** Stands for requests of no operation, in the filter by operation. No operation name contains it. */
export const otherPaths = '-';

export function isFiltering(filter: Filter): boolean {
  return Object.keys(noFilter).some((field) => filter[field as keyof Filter] !== '');
}

/** Returns the part of a filter that the server can apply. */
export function toServerFilter({ operation, find, faulted }: Filter): RequestFilter {
  // The server looks at path and query one by one, so the question mark between them is in neither.
  const [text] = find.split('?').toSorted((a, b) => b.length - a.length);
  return {
    ...(operation !== '' && { operation: operation === otherPaths ? null : operation }),
    ...(text !== '' && { text }),
    ...(faulted !== '' && { fault: true }),
  };
}

export function matchesFilter(entry: JournalEntry, filter: Filter): boolean {
  const { operation, status: wanted, find, faulted } = filter;
  const { status, requestBody, responseBody } = entry;
  if (operation !== '' && operation !== (entry.operation ?? otherPaths)) return false;
  if (faulted !== '' && entry.fault === undefined) return false;
  if (!String(status ?? 'none').startsWith(wanted.replace('xx', ''))) return false;
  const text = find.toLowerCase();
  const parts = [targetOf(entry), requestBody, responseBody];
  return parts.some((part) => part?.toLowerCase().includes(text));
}

/** Whether a browser sent it to ask whether it may send a request to another origin. */
export function isPreflight({ method, requestHeaders }: JournalEntry): boolean {
  return method === 'OPTIONS' && 'access-control-request-method' in requestHeaders;
}
