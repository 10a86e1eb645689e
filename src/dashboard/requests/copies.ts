import type { JournalEntry } from '../../client/index.ts';
import { parseJson } from '../../contract/parse-json.ts';
import { fetched, sentHeaders, targetOf } from './sent.ts';

/** What is pasted into a terminal loses them. */
const control = /(?![\n\t\u{80}-\u{9f}])\p{Cc}/gu;

/**
 * The command for bash or zsh that sends a request again, with all headers that can change the
 * response. What the journal redacts is a variable, unless the page knows it.
 */
export function toCurl(entry: JournalEntry, origin: string, apiKey?: string): string {
  const { method, requestHeaders, requestBody: body } = entry;
  const url = origin + targetOf(entry);
  const words = ['curl'];
  if (method === 'HEAD') words.push('--head');
  else if (method !== (body === undefined ? 'GET' : 'POST')) words.push('--request', quote(method));
  // curl would read brackets and braces as patterns.
  if (/[[\]{}]/.test(url)) words.push('--globoff');
  words.push(quote(url));
  for (const { name, value, variable } of sentHeaders(entry, apiKey)) {
    // An empty value needs curl's own sign: a colon would leave the header out.
    const line = quote(value ? `${name}: ${value}` : `${name};`);
    words.push('--header', value === undefined ? `"${name}: $${variable}"` : line);
  }
  // curl has a type of its own for bodies without one.
  if (body !== undefined && !requestHeaders['content-type']) words.push(`--header 'content-type:'`);
  if (body !== undefined) words.push(`--data-raw ${quote(body)}`);
  return words.join(' ');
}

/** In quotes for a shell. Where something must be escaped, it is as bash and zsh have it: `$'…'`. */
export function quote(text: string): string {
  if (text.search(control) < 0) return `'${text.replaceAll("'", `'\\''`)}'`;
  const octal = (one: string) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`;
  return `$'${text.replaceAll(/[\\'!]/g, octal).replaceAll(control, octal)}'`;
}

/** The call of fetch that sends a request again, with variables for what is not known: `API_KEY`. */
export function toFetch(entry: JournalEntry, origin: string, apiKey?: string): string {
  const { method, target, headers, body } = fetched(entry, apiKey);
  const given = headers.map(
    ({ name, value, variable }) =>
      `${toLiteral(name)}: ${value === undefined ? variable : toLiteral(value)}`,
  );
  const options = [`method: ${toLiteral(method)}`, `headers: { ${given.join(', ')} }`];
  if (body !== undefined) options.push(`body: ${toLiteral(body)}`);
  return `fetch(${toLiteral(origin + target)}, {\n  ${options.join(',\n  ')},\n})`;
}

/** A line of a test that verifies that such a request was sent, whatever its key and its answer. */
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

/** A JSON value as code, its names without quotes where they need none: `{operation: "listPets"}`. */
export function toLiteral(value: unknown): string {
  return JSON.stringify(value).replaceAll(/(?<=[{,])"([A-Za-z_$][\w$]*)":/g, '$1: ');
}
