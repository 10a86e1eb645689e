import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopback, type AppSettings } from '../options.ts';
import { hostName } from '../request-target.ts';
import { AdminError, messages } from './refusal.ts';

const forbid = (message: string) => new AdminError(403, message);

/** Origins whose pages may send control requests: no browser sends a token on its own. */
export function trustedOrigins({ adminToken, cors = '*' }: AppSettings): string[] {
  if (adminToken === undefined || cors === false) return [];
  const origins = [cors].flat();
  return origins.includes('*') ? [] : origins;
}

/**
 * Keeps other sites and other machines out. The `Host` must be a loopback name, because an attacker can
 * point another name at this machine (DNS rebinding). Requests of pages must come from the same origin,
 * because a page of another site can send changes and costly reads without reading the response. A link
 * to the control plane may be followed from anywhere.
 */
export function createGuard(settings: AppSettings) {
  const { adminToken, host } = settings;
  const trusted = new Set<string | undefined>(trustedOrigins(settings));
  const names = new Set(['localhost', '127.0.0.1', '[::1]']);
  if (host !== undefined) names.add((host.includes(':') ? `[${host}]` : host).toLowerCase());
  const expected = adminToken === undefined ? undefined : digest(`Bearer ${adminToken}`);

  /**
   * @param isOpen Whether anyone may read the path, without a token.
   * @param needsToken Whether this request must bring the token.
   */
  return (req: IncomingMessage, isOpen: boolean, needsToken = !isOpen): AdminError | undefined => {
    const { host: asked = '', origin, authorization = '' } = req.headers;
    const reads = req.method === 'GET' || req.method === 'HEAD';
    if (isOpen && reads) return undefined;
    if (!expected && !names.has(hostName(asked) ?? '')) return forbid(messages.otherHost);
    if (!expected && !isFromHere(req)) return forbid(messages.otherMachine);
    const isTrusted = trusted.has(origin) || isSameOrigin(req);
    if (!isTrusted && !reads && req.method !== 'OPTIONS') return forbid(messages.otherOrigin);
    if (!isTrusted && reads && !isNavigation(req)) return forbid(messages.otherReader);
    const brought = authorization.replace(/^bearer /i, 'Bearer ');
    // Digests, as they are of one length: the time that the comparison takes tells nothing.
    if (expected && needsToken && !timingSafeEqual(digest(brought), expected)) {
      const message = authorization === '' ? messages.needsToken : messages.wrongToken;
      return new AdminError(401, message, { 'www-authenticate': 'Bearer' });
    }
    return undefined;
  };
}

/** An outer app may listen beyond loopback, where a client can send any `Host`. */
function isFromHere({ socket: { remoteAddress } }: IncomingMessage): boolean {
  // A Unix socket has no address.
  return remoteAddress === undefined || isLoopback(remoteAddress.replace(/^::ffff:/i, ''));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Whether it opens a page in a tab or window, which the page with the link cannot read. */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    (headers['sec-fetch-dest'] ?? 'document') === 'document'
  );
}

/** Browsers say where a request comes from. Other clients need not, because no page can trick them. */
function isSameOrigin({ headers }: IncomingMessage): boolean {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  if (site === 'cross-site' || site === 'same-site') return false;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
