import type { Fault, JournalEntry, ServerInfo } from '../../client/index.ts';
import { decodeSegment } from '../../contract/operation-path.ts';
import { parseJson } from '../../contract/parse-json.ts';

/** Answered before any fault is looked at (see the order of faults): the key or the body is refused. */
const refusals = new Set([401, 403, 413, 415]);

/**
 * The fault that makes a request fail the next time that it is sent; `undefined` for a request that no
 * fault would hit.
 */
export function toFault(
  entry: JournalEntry,
  operations: ServerInfo['operations'],
): Fault | undefined {
  const { operation, status, fault, method, query, requestBody } = entry;
  if (operation === null || (fault === undefined && refusals.has(status ?? 0))) return undefined;
  const id = idOf(entry, operations.find(({ name }) => name === operation)?.path);
  const body = parseJson(requestBody);
  const common = { operation, status: 503, times: 1 };
  // What is natural for an operation: the pet, the query or the body.
  if (id !== undefined) return { ...common, match: { id } };
  if (method === 'GET' || method === 'HEAD') return { ...common, match: { query } };
  return body === undefined ? common : { ...common, match: { body } };
}

/** The last parameter of the path, which is the `id` that a fault matches; none in a malformed escape. */
function idOf({ path }: JournalEntry, template = ''): string | undefined {
  const [, rest] = /\}([^{}]*)$/.exec(template) ?? [];
  if (rest === undefined) return undefined;
  const last = path.replace(/\/$/, '').split('/').at(-rest.split('/').length) ?? '';
  return decodeSegment(last);
}
