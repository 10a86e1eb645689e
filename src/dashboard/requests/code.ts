import type { JournalEntry, ServerInfo } from '../../client.ts';
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

/**
 * A line of a test that verifies that such a request was sent, whatever its key and its answer.
 *
 * @param operations Those of the service.
 */
export function toVerify(
  entry: JournalEntry,
  operations: readonly Pick<ServerInfo['operations'][0], 'name' | 'method' | 'path'>[],
): string {
  const { operation, method, path, query, requestBody } = entry;
  const known = operations.find(({ name }) => name === operation);
  const body = known ? parse(requestBody) : undefined;
  const filter = {
    operation,
    ...(method !== known?.method && { method }),
    // Without a parameter it is always the same.
    ...((!known || known.path.includes('{')) && { path }),
    ...(query !== '' && { query }),
    ...(body !== undefined && { body }),
  };
  return `catalog.requests.verify(${toLiteral(filter)});`;
}
