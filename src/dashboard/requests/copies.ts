import type { JournalEntry } from '../../client/index.ts';
import { parseJson } from '../../contract/values.ts';

/** Headers about the client or the connection. Each client sets its own. */
const own =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|upgrade.*|expect|accept-encoding|user-agent|priority|sec-.*)$/;

/** Headers that fetch sets by itself (Fetch, section 2.2.2). */
const reserved = /^(?:access-control-request-.*|cookie|origin|proxy-.*|referer)$/;

/** Control characters that a terminal drops when it pastes. */
const control = /(?![\n\t\u{80}-\u{9f}])\p{Cc}/gu;

/** Returns the path with the query. */
export function targetOf({ path, query }: JournalEntry): string {
  return `${path}${query === '' ? '' : `?${query}`}`;
}

/** Returns the headers of a request that can change its response. */
const headersOf = ({ requestHeaders }: JournalEntry) =>
  Object.entries(requestHeaders).filter(([name]) => !own.test(name));

/** Returns a request as fetch sends it. */
export function fetched(entry: JournalEntry) {
  const { method, requestBody } = entry;
  return {
    method,
    target: targetOf(entry),
    headers: headersOf(entry).filter(([name]) => !reserved.test(name)),
    body: method === 'GET' || method === 'HEAD' ? undefined : requestBody,
  };
}

/** Returns the command for bash or zsh that sends a request again. */
export function toCurl(entry: JournalEntry, origin: string): string {
  const { method, requestHeaders, requestBody: body } = entry;
  const url = origin + targetOf(entry);
  const words = ['curl'];
  if (method === 'HEAD') words.push('--head');
  else if (method !== (body === undefined ? 'GET' : 'POST')) words.push('--request', quote(method));
  // curl would read brackets and braces as patterns.
  if (/[[\]{}]/.test(url)) words.push('--globoff');
  words.push(quote(url));
  for (const [name, value] of headersOf(entry)) {
    // With a colon, curl would leave out a header without a value.
    words.push('--header', quote(value ? `${name}: ${value}` : `${name};`));
  }
  // curl adds a content type to a body.
  if (body !== undefined && !requestHeaders['content-type']) words.push(`--header 'content-type:'`);
  if (body !== undefined) words.push(`--data-raw ${quote(body)}`);
  return words.join(' ');
}

/** Quotes a text for a shell, as bash and zsh do: `$'…'` where a character must be escaped. */
export function quote(text: string): string {
  if (text.search(control) < 0) return `'${text.replaceAll("'", `'\\''`)}'`;
  const octal = (one: string) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`;
  return `$'${text.replaceAll(/[\\'!]/g, octal).replaceAll(control, octal)}'`;
}

/** Returns the call of fetch that sends a request again. */
export function toFetch(entry: JournalEntry, origin: string): string {
  const { method, target, headers, body } = fetched(entry);
  const options = {
    method,
    headers: Object.fromEntries(headers),
    ...(body !== undefined && { body }),
  };
  const lines = Object.entries(options).map(([name, value]) => `${name}: ${toLiteral(value)}`);
  return `fetch(${toLiteral(origin + target)}, {\n  ${lines.join(',\n  ')},\n})`;
}

/** Returns the line of a test that verifies that such a request was sent. */
export function toVerify(entry: JournalEntry): string {
  const { operation, method, path, query, requestBody } = entry;
  const body = operation === null ? undefined : parseJson(requestBody);
  const filter = {
    operation,
    ...(operation === null && { method }),
    path,
    ...(query !== '' && { query }),
    ...(body !== undefined && { body }),
  };
  return `catalog.requests.verify(${toLiteral(filter)});`;
}

/** Returns a JSON value as code, with names quoted only where they must be: `{operation: "listPets"}`. */
export function toLiteral(value: unknown): string {
  return JSON.stringify(value).replaceAll(/(?<=[{,])"([A-Za-z_$][\w$]*)":/g, '$1: ');
}
