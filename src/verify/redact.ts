import { parseJson } from '../contract/values.ts';
import { shorten } from '../contract/text.ts';
import type { SentRequest } from './cases/case.ts';
import type { ShownRequest, ShownResponse } from './report.ts';
import { shownBytes, type Received } from './send.ts';

const redacted = '[redacted]';
/** A shorter part of a header is too likely to be an ordinary word. */
const shortestPart = 4;
const schemes = /^(?:apikey|basic|bearer|digest|negotiate|token)$/i;
const publicHeaders = /^(?:accept|content-type|content-encoding)$/i;

/**
 * Returns a function that redacts secrets in a text.
 *
 * @param key A key, redacted even if it is short.
 * @param sent The headers of requests: the values of all that are not public are secrets.
 */
export function createRedactor(
  key: string | undefined,
  sent: readonly SentRequest['headers'][],
): (text: string) => string {
  const values = sent.flatMap((headers) =>
    Object.entries(headers).flatMap(([name, value]) => (publicHeaders.test(name) ? [] : value)),
  );
  // "Bearer …" and "name=…; name=…" hold secrets, too.
  const parts = [...values, ...values.flatMap((value) => value.split(/[\s;,=]+/))];
  const long = parts.filter((part) => part.length >= shortestPart && !schemes.test(part));
  const secrets = [...new Set([...long, ...(key ? [key] : [])])];
  // The longest first: one may hold another.
  const patterns = secrets.toSorted((a, b) => b.length - a.length).map(patternOf);
  return (text) => patterns.reduce((rest, pattern) => rest.replaceAll(pattern, redacted), text);
}

/** Matches a secret as it is, in a URL, and with the escapes of JSON. */
function patternOf(secret: string): RegExp {
  const all = secret.replaceAll(/[^]/g, (unit) => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
    const inUrl = Buffer.from(unit).toString('hex').replaceAll(/../g, '%$&');
    return String.raw`(?:\\?\u${hex}|\\u${hex}|${inUrl})`;
  });
  const isShort = secret.length < shortestPart;
  return new RegExp(isShort ? `(?<![A-Za-z0-9])${all}(?![A-Za-z0-9])` : all, 'gi');
}

const shownHeaders = ['allow', 'cache-control', 'content-type', 'location', 'www-authenticate'];
const mostCharacters = 1500;
/** Each character of a secret may be written as six: `\u0041`. */
const mostSecret = 6 * 300;

/** Shows a request without secrets. */
export function showRequest(
  { method, path, headers, body }: SentRequest,
  redact: (text: string) => string,
): ShownRequest {
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    publicHeaders.test(name) || value === '' ? value : redacted,
  ]);
  const text = typeof body === 'string' ? body : body && new TextDecoder().decode(body);
  return {
    method,
    path: shorten(redact(path), mostCharacters),
    headers: Object.fromEntries(shown) as Record<string, string>,
    ...(text !== undefined && { body: shorten(redact(text), mostCharacters) }),
  };
}

/** Shows a response without secrets. */
export function showResponse(response: Received, redact: (text: string) => string): ShownResponse {
  const { status, headers, length, redirects } = response;
  const shown = shownHeaders.filter((name) => headers[name] !== undefined);
  return {
    status,
    headers: Object.fromEntries(shown.map((name) => [name, redact(String(headers[name]))])),
    ...(length > 0 && { body: showBody(response, redact) }),
    ...(redirects.length > 0 && { redirects: redirects.map(redact) }),
  };
}

/** Returns the value of a short JSON body, or the beginning of the text. */
function showBody({ json, text, length }: Received, redact: (text: string) => string): unknown {
  // The end of a long text may be half a secret, which is not recognised.
  const shown = length > shownBytes ? redact(text).slice(0, -mostSecret) : redact(text);
  if (json === undefined || length > shownBytes || shown.length > mostCharacters) {
    return shorten(shown, mostCharacters);
  }
  return parseJson(shown) ?? shown;
}
