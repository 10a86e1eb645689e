import { maxDelay } from '../contract/delay.ts';

/** What a request asks for itself with `Prefer` (RFC 7240): `code=503`, `delay=250` or both. */
export interface Preference {
  status?: number;
  delay?: number;
  /** The value of `Preference-Applied` (RFC 7240, section 3). */
  applied: string;
}

/**
 * Reads a `Prefer` header. Preferences that are unknown or make no sense are ignored, and so is
 * one that is repeated, after the first (RFC 7240, section 2).
 */
export function readPreference(header: string): Preference | undefined {
  const seen = new Set<string>();
  const preference: Preference = { applied: '' };
  const applied: string[] = [];
  for (const part of splitList(header)) {
    // Parameters after a semicolon belong to preferences that the mock does not know.
    const [pair = ''] = part.split(';', 1);
    const [word = '', ...rest] = pair.split('=');
    const name = word.trim().toLowerCase();
    const text = rest
      .join('=')
      .trim()
      .replace(/^"(.*)"$/, '$1');
    if (seen.has(name)) continue;
    seen.add(name);
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (name === 'code' && value >= 400 && value <= 599) preference.status = value;
    else if (name === 'delay' && value <= maxDelay) preference.delay = value;
    else continue;
    applied.push(`${name}=${value}`);
  }
  if (applied.length === 0) return undefined;
  preference.applied = applied.join(', ');
  return preference;
}

/** The members of a list (RFC 9110, section 5.6.1): a comma within quotes divides nothing. */
function splitList(header: string): string[] {
  return header.match(/(?:"(?:\\.|[^"\\])*"|[^,"]|")+/g) ?? [];
}
