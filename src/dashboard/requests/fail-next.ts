import type { Fault, JournalEntry, ServerInfo } from '../../client.ts';
import { parse } from '../parts/json.tsx';
import { bodyGap } from './sent.ts';

/** Answered before any fault is looked at (see the order of faults): the key or the body is refused. */
const refusals = new Set([401, 403, 413, 415]);

/**
 * The fault that makes a request fail the next time that it is sent; `undefined` for a request that no
 * fault would hit.
 */
export function toFault(entry: JournalEntry, operations: Operations): Fault | undefined {
  const { operation, status, fault, method, query, requestBody } = entry;
  if (operation === null || (fault === undefined && refusals.has(status ?? 0))) return undefined;
  const id = idOf(entry, operations);
  const body = bodyGap(entry) === '' ? parse(requestBody) : undefined;
  const common = { operation, status: 503, times: 1 };
  // What is natural for an operation: the pet, the query or the body.
  if (id !== undefined) return { ...common, match: { id } };
  if (method === 'GET' || method === 'HEAD') return { ...common, match: { query } };
  return body === undefined ? common : { ...common, match: { body } };
}

type Operations = ServerInfo['operations'];

/** The last parameter of the path, which is the `id` that a fault matches. */
function idOf({ operation, path }: JournalEntry, operations: Operations): string | undefined {
  const template = operations.find(({ name }) => name === operation)?.path.split('/') ?? [];
  const index = template.findLastIndex((segment) => segment.startsWith('{'));
  if (index < 0) return undefined;
  // From the end, as the path begins with the base path.
  const segment = path
    .replace(/\/$/, '')
    .split('/')
    .at(index - template.length);
  try {
    return segment && decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
