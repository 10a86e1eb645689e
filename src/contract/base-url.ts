import * as v from 'valibot';

/** The address of the service: at one origin, or at any origin (`null`). */
export interface BaseUrl {
  /** `https://pets.example`, lower-case, without a slash; `null` for any. */
  origin: string | null;
  /** `/v2`: starts with a slash and does not end in one; `''` for the root. */
  path: string;
}

const words = 'a path ("/v2"), any origin ("*/v2") or a URL ("https://pets.example/v2")';

/** @internal */
export const baseUrlSchema = v.pipe(
  v.string(words),
  v.check((text) => parseBaseUrl(text) !== undefined, words),
);

/** Reads a base URL; `undefined` when it is none, or has a query, a fragment or escapes. */
export function parseBaseUrl(text: string): BaseUrl | undefined {
  const match = /^(\*|https?:\/\/[^/?#*]+)?(\/[^?#]*)?$/i.exec(text);
  if (!match || text === '') return undefined;
  const [, origin = '*', rawPath = ''] = match;
  const path = rawPath.replace(/\/$/, '');
  try {
    const url = new URL(path, origin === '*' ? 'http://any.example' : origin);
    // A URL writes dots, escapes and blanks in another way, so such a path could never match a request.
    if (url.pathname.replace(/\/$/, '') !== path || path.includes('%') || path.includes('//')) {
      return undefined;
    }
    return { origin: origin === '*' ? null : url.origin, path };
  } catch {
    return undefined;
  }
}
