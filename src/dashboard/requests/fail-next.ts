import type { Fault, JournalEntry, ServerInfo } from '../../client/index.ts';
import { decodeSegment } from '../../contract/operation-path.ts';
import { parseJson } from '../../contract/values.ts';

/** Statuses of calls that are refused before any fault (decisions/order-of-faults.md). */
const refusals = new Set([401, 403, 413, 415]);

/** Whether a fault would hit such a call. */
export function canFail({ operation, status, fault }: JournalEntry): boolean {
  return operation !== null && (fault !== undefined || !refusals.has(status ?? 0));
}

/**
 * Returns what only this call has among the calls of its operation: the pet, the query or the body, with
 * words for it.
 */
export function matchOf(
  entry: JournalEntry,
  operations: ServerInfo['operations'],
): [words: string, match: NonNullable<Fault['match']>] | undefined {
  const { operation, method, query, requestBody } = entry;
  const id = idOf(entry, operations.find(({ name }) => name === operation)?.path);
  if (id !== undefined) return ['only this pet', { id }];
  if (method === 'GET' || method === 'HEAD') return ['only this query', { query }];
  const body = parseJson(requestBody);
  return body === undefined ? undefined : ['only this body', { body }];
}

/** Returns the last parameter of the path; `undefined` for a malformed escape. */
function idOf({ path }: JournalEntry, template = ''): string | undefined {
  const [, rest] = /\}([^{}]*)$/.exec(template) ?? [];
  if (rest === undefined) return undefined;
  const last = path.replace(/\/$/, '').split('/').at(-rest.split('/').length) ?? '';
  return decodeSegment(last);
}
