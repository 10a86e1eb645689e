import type { IncomingMessage } from 'node:http';
import { hostName } from './request-target.ts';

/**
 * What is wrong with the `Host` of a request; `undefined` when nothing is. There must be one, and
 * only one, from HTTP/1.1 on, and it must be well-formed (RFC 9112, section 3.2).
 */
export function badHost(req: IncomingMessage): string | undefined {
  if (hasTwoHosts(req.rawHeaders)) return 'The header Host must be sent once';
  const { host } = req.headers;
  if (host === undefined) {
    return req.httpVersion === '1.0' ? undefined : 'The header Host is missing';
  }
  return hostName(host) === undefined ? 'The header Host is malformed' : undefined;
}

/** Node keeps the first of several silently. */
export function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}
