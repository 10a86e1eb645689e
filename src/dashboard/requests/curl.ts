import type { JournalEntry } from '../../client.ts';

/** Headers about the client or the connection, and those that curl sets itself. */
const own =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|upgrade.*|expect|accept-encoding|user-agent|priority|sec-.*)$/;

/** Redacted in the journal: the command has a shell variable for each. */
const secrets: Readonly<Record<string, string>> = {
  'x-api-key': 'API_KEY',
  authorization: 'AUTHORIZATION',
  'proxy-authorization': 'PROXY_AUTHORIZATION',
  cookie: 'COOKIE',
};

/**
 * The command that sends a request again, with all headers that can change the response. What the
 * journal redacts is a variable, unless the page knows it.
 *
 * @param apiKey The key that was sent, where it is known.
 */
export function toCurl(entry: JournalEntry, origin: string, apiKey?: string): string {
  const { method, path, query, requestBody, requestHeaders } = entry;
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
  for (const [name, value] of Object.entries(requestHeaders)) {
    if (own.test(name)) continue;
    if (name === 'x-api-key' && apiKey !== undefined) words.push(header(name, apiKey));
    else if (secrets[name]) words.push(`--header "${name}: $${secrets[name]}"`);
    else words.push(header(name, value));
  }
  if (requestBody !== undefined) {
    // curl has a type of its own for bodies without one.
    if (requestHeaders['content-type'] === undefined) words.push(`--header 'content-type:'`);
    words.push(`--data-raw ${quote(requestBody)}`);
  }
  return words.join(' ');
}

/** An empty value needs curl's own sign: a colon would leave the header out. */
function header(name: string, value: string): string {
  return `--header ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`;
}

/** In quotes for a POSIX shell, where nothing between single ones is special. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
