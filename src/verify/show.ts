import { parseJson } from '../contract/parse-json.ts';
import { redactSecret } from '../catalog/redact.ts';
import { shorten } from '../contract/words.ts';
import type { SentRequest } from './cases/case.ts';
import type { ShownResponse, ShownRequest } from './report.ts';
import { mostText, type ReceivedResponse } from './send.ts';

const shownHeaders = ['allow', 'cache-control', 'content-type', 'location', 'www-authenticate'];

/**
 * Shows messages without the secrets that they may hold, wherever those stand.
 *
 * @param sent The headers of requests: in what is a user's own, keys in the forms that cases gave them, too.
 * @param key Hidden also where it is short, as a word of its own.
 */
export function createShow(sent: readonly SentRequest['headers'][], key = '') {
  const values = sent
    .flatMap((headers) => Object.entries(headers))
    .flatMap(([name, value]) => (isSecret(name) ? value.trim() : []));
  // Of "Bearer …" and "name=…; name=…", each part alone, too, but for what everybody knows.
  const parts = values.flatMap((value) => value.split(/[ ;,]+/));
  const secrets = [...values, ...parts, ...parts.map((part) => part.replace(/^[^=]*=/, ''))].filter(
    (text) => !/^(?:apikey|basic|bearer|digest|negotiate|token)$/i.test(text),
  );
  const known = new Set([...secrets.filter(({ length }) => length >= shortestSecret), key]);
  // The longest first: one may hold another.
  const hidden = [...known].filter(Boolean).toSorted((a, b) => b.length - a.length);
  const patterns = hidden.map((secret) => [patternOf(secret), redactSecret(secret)] as const);
  const hide = (text: string) =>
    patterns.reduce((rest, [pattern, redacted]) => rest.replaceAll(pattern, redacted), text);
  /** In its longest form, each character is six. */
  const longest = 6 * (hidden[0]?.length ?? 0);

  /** The value of a body; where it is long or no JSON, the beginning of its text. */
  function bodyOf({ json, text, length }: ReceivedResponse): unknown {
    const isCut = length > mostText;
    // Half a secret at its end would not be known for one.
    const shown = hide(text).slice(0, isCut ? -longest || undefined : undefined);
    if (json === undefined || isCut || shown.length > mostBody) return cut(shown);
    // A secret may have taken a part of the syntax with it.
    return parseJson(shown) ?? shown;
  }

  return {
    hide,
    request({ method, path, headers, body }: SentRequest): ShownRequest {
      const shown = Object.entries(headers).map(([name, value]) => [
        name,
        isSecret(name) && value.trim() !== '' ? redactSecret(value.trim()) : hide(value),
      ]);
      const text = typeof body === 'string' ? body : body && new TextDecoder().decode(body);
      return {
        method,
        path: cut(hide(path)),
        headers: Object.fromEntries(shown) as Record<string, string>,
        ...(text !== undefined && { body: cut(hide(text)) }),
      };
    },
    response(response: ReceivedResponse): ShownResponse {
      const { status, headers, length, redirects } = response;
      const shown = shownHeaders.filter((name) => headers[name] !== undefined);
      return {
        status,
        headers: Object.fromEntries(shown.map((name) => [name, hide(String(headers[name]))])),
        ...(length > 0 && { body: bodyOf(response) }),
        ...(redirects.length > 0 && { redirects: redirects.map(hide) }),
      };
    },
  };
}

/** Of a body, this much is shown, in characters. */
const mostBody = 1500;

const cut = (text: string) => shorten(text, mostBody);

/** A shorter one would be found everywhere. */
const shortestSecret = 4;

/** As it is, in a URL, and in JSON in whichever way a service writes it. */
function patternOf(secret: string): RegExp {
  const all = secret.replaceAll(/[^]/g, (unit) => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
    const inUrl = Buffer.from(unit).toString('hex').replaceAll(/../g, '%$&');
    return String.raw`(?:\\?\u${hex}|\\u${hex}|${inUrl})`;
  });
  const isShort = secret.length < shortestSecret;
  return new RegExp(isShort ? `(?<![A-Za-z0-9])${all}(?![A-Za-z0-9])` : all, 'gi');
}

/** A header of the user's own is one that nobody else should see. */
function isSecret(name: string): boolean {
  return !['content-type', 'content-encoding', 'accept'].includes(name.toLowerCase());
}
