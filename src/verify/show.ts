import { redactSecret } from '../catalog/redact.ts';
import { parse, type ServiceAnswer } from './answer.ts';
import type { ShownAnswer, ShownRequest } from './report.ts';
import type { SentRequest } from './send.ts';

const shownHeaders = [
  'allow',
  'cache-control',
  'content-type',
  'location',
  'www-authenticate',
] as const;

/** Shows messages without the secrets that they may hold, wherever those stand. */
export function createShow(secrets: readonly string[]) {
  // The longest first: one may hold another.
  const hidden = [...new Set(secrets.flatMap((secret) => formsOf(secret)))].toSorted(
    (a, b) => b.length - a.length,
  );
  const hide = (text: string) =>
    hidden.reduce((rest, form) => rest.replaceAll(form, redactSecret(form)), text);

  /** The value of a body; where it is long or no JSON, the beginning of its text. */
  function bodyOf({ json, text }: ServiceAnswer): unknown {
    const shown = hide(text);
    if (json === undefined || text.length > mostBody) return cut(shown);
    // A secret may have taken a part of the syntax with it.
    return parse(shown) ?? shown;
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
    answer(answer: ServiceAnswer, redirects: readonly string[] = []): ShownAnswer {
      const headers = shownHeaders.flatMap((name) => {
        const value = answer.headers[name];
        return value === undefined ? [] : [[name, hide(value)] as const];
      });
      return {
        status: answer.status,
        headers: Object.fromEntries(headers),
        ...(answer.length > 0 && { body: bodyOf(answer) }),
        ...(redirects.length > 0 && { redirects: redirects.map(hide) }),
      };
    },
  };
}

/** Of a body, this much is shown, in characters. */
const mostBody = 1500;

const cut = (text: string) => (text.length > mostBody ? `${text.slice(0, mostBody)}…` : text);

/** As it is, in a URL and in JSON. A short one would be found everywhere. */
function formsOf(secret: string): string[] {
  if (secret.length < 4) return [];
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
}

/** A header of the user's own is one that nobody else should see. */
export function isSecret(name: string): boolean {
  return !['content-type', 'content-encoding', 'accept'].includes(name.toLowerCase());
}
