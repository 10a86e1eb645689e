import type { Checked } from '../contract/check.ts';
import { show } from '../contract/errors.ts';

/**
 * Reads `limit` from a query (service document, section 4.3): digits only. Absent means all
 * (`Infinity`). Other parameters are ignored.
 */
export function readLimit(query: string): Checked<number> {
  if (query === '') return { ok: true, value: Infinity };
  const given = new URLSearchParams(query).getAll('limit');
  const [text, second] = given;
  if (text === undefined) return { ok: true, value: Infinity };
  if (second !== undefined) {
    return {
      ok: false,
      message: `The query parameter "limit" must be given once, not ${given.length} times`,
    };
  }
  if (!/^\d+$/.test(text)) {
    return {
      ok: false,
      message: `The query parameter "limit" must be a whole number of at least 0 in digits, not ${show(text)}`,
    };
  }
  return { ok: true, value: Number(text) };
}
