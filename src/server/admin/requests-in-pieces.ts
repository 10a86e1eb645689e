import { byteLength } from '../../catalog/bytes.ts';
import type { JournalEntry } from '../../contract/control.ts';
import { pause } from '../../operations/pieces.ts';
import type { BodyPieces } from '../../operations/request.ts';

/** How long a piece is at least, and what is measured before others have their turn. */
const chunk = 64 * 1024;

/**
 * `{"requests":[...]}` in pieces: with long bodies, a journal of a thousand requests is 100 MB of JSON,
 * and many may ask for it at once.
 *
 * @param more Fields behind the requests.
 */
export async function requestsInPieces(
  requests: readonly JournalEntry[],
  more: object = {},
): Promise<BodyPieces> {
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
      // Many short ones are one piece.
      let piece = start;
      for (const [index, request] of requests.entries()) {
        piece += (index === 0 ? '' : ',') + JSON.stringify(request);
        if (piece.length < chunk) continue;
        yield piece;
        piece = '';
      }
      yield piece + end;
    },
  };
}
