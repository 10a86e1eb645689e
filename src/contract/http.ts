import statuses from 'statuses';

/** A token (RFC 9110, section 5.6.2). */
export const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
/** Visible characters, spaces and tabs (RFC 9110, section 5.5), as fetch and Node take them. */
export const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The headers that frame a message. The server sets them (RFC 9112, section 6). */
const framing = /^(?:connection|content-length|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

export const isFraming = (name: string) => framing.test(name);

const secret = /^(?:authorization|cookie|proxy-authorization|set-cookie|x-api-key)$/i;

/** Whether the value of such a header is a secret. */
export const isSecretHeader = (name: string) => secret.test(name);

/** Returns Node's phrase of a status, or `Status N` for a status without a phrase. */
export function phraseOf(status: number): string {
  return statuses.message[status] ?? `Status ${status}`;
}

/** Returns the pairs of a list of names and values in turn. */
export function pairsOf(list: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < list.length; index += 2) pairs.push([list[index]!, list[index + 1]!]);
  return pairs;
}

/**
 * Sets a header in a list of names and values in turn. The names are lower-case and in alphabetical order.
 */
export function withHeader(
  list: readonly string[],
  name: string,
  value: string | readonly string[],
): string[] {
  let index = list.length;
  while (index > 0 && list[index - 2]! >= name) index -= 2;
  const pairs = [value].flat().flatMap((one) => [name, one]);
  return list.toSpliced(index, list[index] === name ? 2 : 0, ...pairs);
}
