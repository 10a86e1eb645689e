import type { JournalEntry } from '../../client.ts';

/**
 * The command that sends a request again. The journal keeps keys masked, so that the key is a
 * variable, unless the page knows it.
 *
 * @param apiKey The key that was sent, where it is known.
 */
export function toCurl(entry: JournalEntry, origin: string, apiKey?: string): string {
  const { method, path, query, requestBody } = entry;
  const url = `${origin}${path}${query === '' ? '' : `?${query}`}`;
  const words = ['curl'];
  if (method === 'HEAD') words.push('--head');
  else if (method !== (requestBody === undefined ? 'GET' : 'POST')) {
    words.push(`--request ${quote(method)}`);
  }
  // curl would read brackets and braces as patterns, and shorten dots in a path.
  if (/[[\]{}]/.test(url)) words.push('--globoff');
  if (/\/\.{1,2}(?:\/|$)/.test(path)) words.push('--path-as-is');
  words.push(quote(url));
  if (entry.apiKey !== null) {
    words.push(
      `--header ${apiKey === undefined ? '"X-API-Key: $API_KEY"' : quote(`X-API-Key: ${apiKey}`)}`,
    );
  }
  if (requestBody !== undefined) {
    words.push(`--header ${quote('Content-Type: application/json')}`);
    words.push(`--data-raw ${quote(requestBody)}`);
  }
  return words.join(' ');
}

/** In quotes for a POSIX shell, where nothing between single ones is special. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
