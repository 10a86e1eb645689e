import { maxDelay } from '../controls/delay.ts';

/** The wishes of one call in its `Prefer` header. */
export interface Preference {
  readonly status: number | undefined;
  /** Milliseconds. */
  readonly delay: number | undefined;
  /** The value of `Preference-Applied`. */
  readonly applied: string;
}

/** The members of a list (RFC 9110, section 5.6.1): a comma within quotes separates nothing. */
const members = /(?:"(?:\\.|[^"\\])*"|[^,"]|")+/g;

/**
 * Reads a `Prefer` header (RFC 7240): `code=503`, `delay=250` or both. Ignores preferences that are
 * unknown, repeated or out of range.
 */
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
