import { byteLength } from '../../catalog/truncate.ts';
import type { JournalEntry } from '../../contract/control.ts';
import { pause } from '../../operations/stream-list.ts';
import type { ChunkedBody } from '../../operations/response.ts';

/** How long a chunk is at least, and what is measured before others have their turn. */
const chunk = 64 * 1024;

/**
 * `{"requests":[...]}`, streamed: with long bodies, a journal of a thousand requests is 100 MB of JSON,
 * and many may ask for it at once.
 *
 * @param more Fields behind the requests.
 */
export async function streamRequests(
  requests: readonly JournalEntry[],
  more: object = {},
): Promise<ChunkedBody> {
  const start = '{"requests":[';
  const end = `]${JSON.stringify(more)
    .replace(/^\{(?!\})/, ',')
    .replace(/^\{/, '')}`;
  let length = byteLength(start) + byteLength(end) + Math.max(0, requests.length - 1);
  let sincePause = 0;
  for (const request of requests) {
    const bytes = byteLength(JSON.stringify(request));
    length += bytes;
    sincePause += bytes;
    if (sincePause < chunk) continue;
    sincePause = 0;
    await pause();
  }
  return {
    length,
    *[Symbol.iterator]() {
      // Many short entries make one chunk.
      let part = start;
      for (const [index, request] of requests.entries()) {
        part += (index === 0 ? '' : ',') + JSON.stringify(request);
        if (part.length < chunk) continue;
        yield part;
        part = '';
      }
      yield part + end;
    },
  };
}
