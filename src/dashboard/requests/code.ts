import type { JournalEntry } from '../../client.ts';
import { parse } from '../parts/json.tsx';
import { toLiteral } from '../parts/literal.ts';
import { fetchHeaders, hasNoBody, sentBody, targetOf } from './sent.ts';

/**
 * The call of fetch that sends a request again. What the journal redacts is a variable, unless the page
 * knows it: `API_KEY`.
 *
 * @param apiKey The key that was sent; `''` where it is not known.
 */
export function toFetch(entry: JournalEntry, origin: string, apiKey?: string): string {
  const { method } = entry;
  const headers = fetchHeaders(entry, apiKey).map(
    ({ name, value, variable }) =>
      `    ${toLiteral(name)}: ${value === undefined ? variable : toLiteral(value)},`,
  );
  const body = hasNoBody(method) ? undefined : sentBody(entry);
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${toLiteral(method)},`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === undefined ? [] : [`  body: ${toLiteral(body)},`]),
  ];
  const url = toLiteral(origin + targetOf(entry));
  return options.length === 0 ? `fetch(${url})` : [`fetch(${url}, {`, ...options, '})'].join('\n');
}

const methods: Record<string, string> = { createPet: 'POST', getPet: 'GET', listPets: 'GET' };

/** A line of a test that verifies that such a request was sent, whatever its key and its answer. */
export function toVerify(entry: JournalEntry): string {
  const { operation, method, path, query, requestBody } = entry;
  const body = operation === 'createPet' ? parse(requestBody) : undefined;
  const filter = {
    operation,
    ...((operation === null || method !== methods[operation]) && { method }),
    // The paths of the others are always the same.
    ...((operation === null || operation === 'getPet') && { path }),
    ...(query !== '' && { query }),
    ...(body !== undefined && { body }),
  };
  return `catalog.requests.verify(${toLiteral(filter)});`;
}
