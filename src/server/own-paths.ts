import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { matchRequestUrl, type HttpHandler } from 'msw';
import { parseRequestTarget } from './request-head.ts';

/**
 * Tells whether a request may be for one of the user's handlers, before anything of it is touched. A
 * predicate of the user's own cannot be asked without a `Request`, so it may be for any.
 */
export function isForOne(own: readonly HttpHandler[], req: IncomingMessage): boolean {
  const { path: asked, straight } = parseRequestTarget(req.url!);
  if (!straight) return false;
  const { encrypted } = req.socket as Partial<TLSSocket>;
  const origin = `${encrypted ? 'https' : 'http'}://${req.headers.host ?? 'localhost'}`;
  return own.some(({ info: { method, path } }) => {
    if (typeof path !== 'string' && !(path instanceof RegExp)) return true;
    const takes =
      method instanceof RegExp ? method.test(req.method!) : method.toUpperCase() === req.method;
    try {
      return takes && matchRequestUrl(new URL(asked, origin), path, origin).matches;
    } catch {
      // A malformed percent-escape or host: no handler can be found for it.
      return false;
    }
  });
}
