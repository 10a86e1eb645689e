import type { Fault, FaultMatch, JournalEntry } from '../../client.ts';
import { parse } from '../parts/json.tsx';
import { bodyGap } from './sent.ts';

/** Answered before any fault is looked at (see the order of faults): the key or the body is refused. */
const refusals = new Set([401, 413, 415]);

/**
 * The fault that makes a request fail the next time that it is sent; `undefined` for a request that no
 * fault would hit.
 */
export function toFault(entry: JournalEntry): Fault | undefined {
  const { operation, status, fault } = entry;
  if (operation === null || (fault === undefined && refusals.has(status ?? 0))) return undefined;
  const match = toMatch(operation, entry);
  return { operation, ...(match && { match }), status: 503, times: 1 };
}

/** What is natural for an operation: the pet, the query or the body. */
function toMatch(operation: string, entry: JournalEntry): FaultMatch | undefined {
  if (operation === 'listPets') return { query: entry.query };
  if (operation === 'getPet') {
    const id = petIdIn(entry.path);
    return id === undefined ? undefined : { id };
  }
  const body = bodyGap(entry) === '' ? parse(entry.requestBody) : undefined;
  return body === undefined ? undefined : { body };
}

/** The id of the pet that was asked for or created; `undefined` when there is none. */
export function petIdOf({ operation, path, responseHeaders }: JournalEntry): string | undefined {
  if (operation === 'getPet') return petIdIn(path);
  return operation === 'createPet' ? petIdIn(responseHeaders?.['location'] ?? '') : undefined;
}

function petIdIn(path: string): string | undefined {
  const segment = /\/pets\/([^/]+)\/?$/.exec(path)?.[1];
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
