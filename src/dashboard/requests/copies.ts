import type { JournalEntry, ServerInfo } from '../../client.ts';
import { parse } from '../parts/json.tsx';
import { fetched, sentBody, sentHeaders, targetOf } from './sent.ts';

/** No argument holds a NUL, and what is pasted into a terminal loses other control characters. */
const control = /(?![\n\t\u{80}-\u{9f}])\p{Cc}/u;
/** Headers are of bytes, each of which the journal shows as one character. */
const notPlain = /[^ -~]/;

/**
 * The command that sends a request again, with all headers that can change the response. What the
 * journal redacts is a variable, unless the page knows it.
 *
 * @param apiKey The key that was sent; `''` where it is not known.
 */
export function toCurl(entry: JournalEntry, origin: string, apiKey?: string): string {
  const { method, path, requestHeaders } = entry;
  const url = origin + targetOf(entry);
  const body = sentBody(entry);
  const words = ['curl'];
  if (method === 'HEAD') words.push('--head');
  else if (method !== (body === undefined ? 'GET' : 'POST')) {
    words.push(`--request ${quote(method)}`);
  }
  // curl would read brackets and braces as patterns, and shorten dots in a path.
  if (/[[\]{}]/.test(url)) words.push('--globoff');
  if (/\/\.{1,2}(?:\/|$)/.test(path)) words.push('--path-as-is');
  words.push(quote(url));
  for (const { name, value, variable } of sentHeaders(entry, apiKey)) {
    words.push(value === undefined ? `--header "${name}: $${variable}"` : header(name, value));
  }
  if (body === undefined) return words.join(' ');
  // curl has a type of its own for bodies without one.
  if (requestHeaders['content-type'] === undefined) words.push(`--header 'content-type:'`);
  if (!control.test(body)) return [...words, `--data-raw ${quote(body)}`].join(' ');
  return `${print(body, control)} | ${words.join(' ')} --data-binary @-`;
}

function header(name: string, value: string): string {
  // An empty value needs curl's own sign: a colon would leave the header out.
  if (value === '') return `--header ${quote(`${name};`)}`;
  const line = `${name}: ${value}`;
  return `--header ${notPlain.test(line) ? `"$(${print(line, notPlain)})"` : quote(line)}`;
}

/** In quotes for a POSIX shell, where nothing between single ones is special. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A command that prints a text, with octal escapes for some of its characters. */
function print(text: string, escaped: RegExp): string {
  const format = text
    .replaceAll(/[\\%]/g, '$&$&')
    .replaceAll(
      new RegExp(escaped, 'gu'),
      (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`,
    );
  return `printf ${quote(format)}`;
}

/** The call of fetch that sends a request again, with variables for what is not known: `API_KEY`. */
export function toFetch(entry: JournalEntry, origin: string, apiKey?: string): string {
  const { method, target, headers, body } = fetched(entry, apiKey);
  const given = headers.map(
    ({ name, value, variable }) =>
      `    ${toLiteral(name)}: ${value === undefined ? variable : toLiteral(value)},`,
  );
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${toLiteral(method)},`]),
    ...(given.length === 0 ? [] : ['  headers: {', ...given, '  },']),
    ...(body === undefined ? [] : [`  body: ${toLiteral(body)},`]),
  ];
  const url = toLiteral(origin + target);
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

/** A JSON value as people write it in code: `{ operation: 'listPets', status: 503 }`. */
export function toLiteral(value: unknown): string {
  if (typeof value === 'string') {
    const escaped = JSON.stringify(value)
      .slice(1, -1)
      .replaceAll(String.raw`\"`, '"');
    return `'${escaped.replaceAll("'", String.raw`\'`)}'`;
  }
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(', ')}]`;
  const fields = Object.entries(value).map(([name, field]) => {
    // It would set the prototype unless it is computed.
    if (name === '__proto__') return `['__proto__']: ${toLiteral(field)}`;
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : toLiteral(name);
    return `${key}: ${toLiteral(field)}`;
  });
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
