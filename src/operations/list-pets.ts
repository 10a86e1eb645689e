import type { Checked } from '../contract/check.ts';
import { show } from '../contract/errors.ts';
import type { Context } from './request.ts';
import { errorResult, type Result } from './response.ts';
import { atOnce, streamList } from './stream-list.ts';

/** Lists the pets, oldest first (service document, section 4.3). */
export function listPets({ request, catalog }: Context): Result | Promise<Result> {
  const limit = readLimit(request.query);
  if (!limit.ok) return errorResult(400, limit.message);
  const { store } = catalog;
  const body = store.list(limit.value, atOnce);
  if (body !== undefined) return { status: 200, body };
  return streamList(store, limit.value).then((chunks) => ({ status: 200, body: chunks }));
}

/**
 * Reads `limit` from a query (service document, section 4.3): digits only. When it is absent, the
 * limit is all (`Infinity`). Other parameters are ignored.
 */
function readLimit(query: string): Checked<number> {
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
