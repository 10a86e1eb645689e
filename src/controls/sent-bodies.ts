import type { JournalEntry } from './requests.ts';

/** How many bytes of a body the journal keeps. @internal */
export const bodyLimit = 16 * 1024;

/**
 * The bodies of requests, parsed. The catalog and the client share it, so it imports nothing.
 *
 * @throws Error that names the request, when the journal keeps only a part of a body.
 */
export function bodiesOf(entries: readonly JournalEntry[]): unknown[] {
  return entries.flatMap((entry) => {
    const { requestBody, requestBytes = 0 } = entry;
    if (requestBody === undefined) return [];
    try {
      return [JSON.parse(requestBody) as unknown];
    } catch {
      if (requestBytes <= bodyLimit) return [];
      const kept = new TextEncoder().encode(requestBody).byteLength;
      throw new Error(
        `The body of request ${entry.id} (${entry.method} ${entry.path}) cannot be parsed: it is ` +
          `${requestBytes.toLocaleString('en')} bytes, of which the journal keeps ${kept.toLocaleString('en')}`,
      );
    }
  });
}
