import type { IncomingMessage } from 'node:http';

/** What a request line asks for (RFC 9112, section 3.2), as it was sent. */
export interface RequestTarget {
  readonly path: string;
  /** Without the question mark; `''` when there is none. */
  readonly query: string;
  /** Whether every parser of URLs reads the same path: no dot segments, no backslash, no host. */
  readonly straight: boolean;
}

const dotSegment = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/** Splits a target. The absolute form is read as the origin form; a fragment is dropped. */
export function parseRequestTarget(url: string): RequestTarget {
  const [, asked, query = ''] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/i.exec(url)!;
  const path = asked || '/';
  return { path, query, straight: /^\/(?!\/)[^\\]*$/.test(path) && !dotSegment.test(path) };
}

const hostForm = /^(\[[0-9a-f:.]+\]|[a-z0-9._~-]+)(?::\d{0,5})?$/i;

/** The name in a `Host` header, lower-case, without the port; `undefined` when it is malformed. */
export function hostName(host: string): string | undefined {
  return hostForm.exec(host)?.[1]?.toLowerCase();
}

export const notHttp = 'The request is not valid HTTP';
export const unknownCoding = 'The only transfer coding that is known is chunked';

// That of Node 20.19.0 and 20.19.1 takes names of headers with blanks, and none at all, which any later
// one refuses (RFC 9110, section 5.1).
const hasOldParser = Number.parseInt(process.versions['llhttp'] ?? '', 10) < 9;

/**
 * What is wrong with the head of a request that Node has let pass; `undefined` when nothing is. From
 * HTTP/1.1 on there must be one `Host`, and only one, and it must be well-formed (RFC 9112, section
 * 3.2). A body may have no transfer coding but chunked (section 6.1). There is one expectation (RFC
 * 9110, section 10.1.1). Where the body ends, nobody can tell: the connection is to be closed.
 */
export function headProblem({
  headers: { host, expect, 'transfer-encoding': coding },
  rawHeaders,
  httpVersion,
}: IncomingMessage): readonly [status: number, message: string] | undefined {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (hasOldParser && !/^[^ ]+$/.test(name)) return [400, notHttp];
    // Node keeps the first of several silently.
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) return [400, 'The header Host must be sent once'];
  if (host === undefined) {
    if (httpVersion !== '1.0') return [400, 'The header Host is missing'];
  } else if (!hostForm.test(host)) return [400, 'The header Host is malformed'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    return [501, unknownCoding];
  }
  if (expect === undefined || httpVersion === '1.0' || /\b100-continue\b/i.test(expect)) {
    return undefined;
  }
  return [417, 'The only expectation that is met is 100-continue'];
}
