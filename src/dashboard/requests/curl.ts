import type { JournalEntry } from '../../client.ts';
import { sentBody, sentHeaders, targetOf } from './sent.ts';

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
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
    .replaceAll(
      new RegExp(escaped, 'gu'),
      (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`,
    );
  return `printf ${quote(format)}`;
}
