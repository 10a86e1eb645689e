import { maxDelay } from '../contract/delay.ts';

/** What a request asks for itself with `Prefer` (RFC 7240): `code=503`, `delay=250` or both. */
export interface Preference {
  status: number | undefined;
  delay: number | undefined;
  /** The value of `Preference-Applied` (RFC 7240, section 3). */
  applied: string;
}

/** Of a list (RFC 9110, section 5.6.1): a comma within quotes divides nothing. */
const members = /(?:"(?:\\.|[^"\\])*"|[^,"]|")+/g;

/** Reads a `Prefer` header. Preferences that are unknown, repeated or make no sense are ignored. */
export function readPreference(header: string): Preference | undefined {
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
