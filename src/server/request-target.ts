/** The target of a request line (RFC 9112, section 3.2), as it was sent. */
export interface RequestTarget {
  readonly path: string;
  /** The query without the question mark; `''` without a query. */
  readonly query: string;
  /** `false` if URL parsers would read another path: dot segments, backslashes, two slashes first. */
  readonly isPlain: boolean;
}

const dotSegment = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/** Splits a target. An absolute URL is read as its path and query; a fragment is dropped. */
export function parseTarget(url: string): RequestTarget {
  const [, asked, query = ''] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/i.exec(url)!;
  const path = asked || '/';
  return { path, query, isPlain: /^\/(?!\/)[^\\]*$/.test(path) && !dotSegment.test(path) };
}

const hostForm = /^(\[[0-9a-f:.]+\]|[a-z0-9._~-]+)(?::\d{0,5})?$/i;

/** Returns the lower-case name in a `Host` header, without the port; `undefined` if it is malformed. */
export function hostName(host: string): string | undefined {
  return hostForm.exec(host)?.[1]?.toLowerCase();
}
