import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopback, type AppSettings } from '../options.ts';
import { hostName } from '../request-head.ts';

interface Refusal {
  status: 401 | 403;
  error: string;
  headers?: Record<string, string>;
}

/** Origins whose pages may send control requests: no browser sends a token on its own. */
export function trustedOrigins({ adminToken, cors = '*' }: AppSettings): string[] {
  if (adminToken === undefined || cors === false) return [];
  const origins = [cors].flat();
  return origins.includes('*') ? [] : origins;
}

/**
 * Keeps other sites and other machines out. A name that an attacker has pointed at this machine (DNS
 * rebinding) is no loopback name. Changes must come from the same origin: a page of another site can
 * send them without reading the response.
 */
export function createGuard(settings: AppSettings) {
  const { adminToken, host } = settings;
  const trusted = new Set<string | undefined>(trustedOrigins(settings));
  const names = new Set(['localhost', '127.0.0.1', '[::1]']);
  if (host !== undefined) names.add((host.includes(':') ? `[${host}]` : host).toLowerCase());
  const expected = adminToken === undefined ? undefined : digest(`Bearer ${adminToken}`);

  /** @param isOpen The request needs no token. */
  return (req: IncomingMessage, isOpen: boolean): Refusal | undefined => {
    const { host: asked = '', origin, authorization = '' } = req.headers;
    if (!expected && !names.has(hostName(asked) ?? '')) {
      return {
        status: 403,
        error:
          'The control plane answers only to loopback names such as localhost in the Host header',
      };
    }
    if (!expected && !isFromHere(req)) {
      return {
        status: 403,
        error: 'The control plane answers only this machine: set "adminToken" to open it to others',
      };
    }
    const changes = req.method !== 'GET' && req.method !== 'HEAD' && req.method !== 'OPTIONS';
    const isTrusted =
      trusted.has(origin) || isSameOrigin(origin, asked, req.headers['sec-fetch-site']);
    if (changes && !isTrusted) {
      return { status: 403, error: 'The control plane takes changes only from its own origin' };
    }
    // Digests, as they are of one length: the time that the comparison takes tells nothing.
    if (expected && !isOpen && !timingSafeEqual(digest(authorization), expected)) {
      return {
        status: 401,
        error: 'The control plane needs its token: send the header Authorization: Bearer TOKEN',
        headers: { 'www-authenticate': 'Bearer' },
      };
    }
    return undefined;
  };
}

/** An app that this one is mounted in may listen beyond loopback, where any `Host` can be sent. */
function isFromHere({ socket: { remoteAddress } }: IncomingMessage): boolean {
  // A Unix socket has no address.
  return remoteAddress === undefined || isLoopback(remoteAddress.replace(/^::ffff:/i, ''));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Browsers say where a request comes from; other clients, which nobody can trick, need not. */
function isSameOrigin(
  origin: string | undefined,
  host: string,
  site: string | string[] | undefined,
): boolean {
  if (site === 'cross-site' || site === 'same-site') return false;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
