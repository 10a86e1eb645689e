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
  let rest = url;
  const absolute = /^https?:\/\/[^/?#]*/i.exec(rest);
  if (absolute) rest = rest.slice(absolute[0].length);
  const hash = rest.indexOf('#');
  if (hash !== -1) rest = rest.slice(0, hash);
  const mark = rest.indexOf('?');
  const path = (mark === -1 ? rest : rest.slice(0, mark)) || '/';
  return {
    path,
    query: mark === -1 ? '' : rest.slice(mark + 1),
    straight:
      path.startsWith('/') &&
      !path.startsWith('//') &&
      !path.includes('\\') &&
      !dotSegment.test(path),
  };
}

/** The name in a `Host` header, lower-case, without the port; `undefined` when it is malformed. */
export function hostName(host: string): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._~-]+)(?::\d{0,5})?$/i.exec(host);
  return match?.[1]?.toLowerCase();
}
