import { maxDelay } from '../controls/delay.ts';

/** Of a list (RFC 9110, section 5.6.1): a comma within quotes divides nothing. */
const members = /(?:"(?:\\.|[^"\\])*"|[^,"]|")+/g;

/**
 * Reads a `Prefer` header (RFC 7240): `code=503`, `delay=250` or both. Preferences that are unknown,
 * repeated or make no sense are ignored. `applied` is for `Preference-Applied`.
 */
export function readPreference(header: string) {
  const asked = new Map<string, number>();
  for (const part of header.match(members) ?? []) {
    const [, word = '', digits] = /^\s*(\w+)\s*=\s*"?(\d{1,10})"?\s*(?:;|$)/.exec(part) ?? [];
    const name = word.toLowerCase();
    const value = Number(digits);
    const makesSense =
      name === 'code' ? value >= 400 && value <= 599 : name === 'delay' && value <= maxDelay;
    if (makesSense && !asked.has(name)) asked.set(name, value);
  }
  if (asked.size === 0) return undefined;
  const applied = Array.from(asked, (pair) => pair.join('=')).join(', ');
  return { status: asked.get('code'), delay: asked.get('delay'), applied };
}
