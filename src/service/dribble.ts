import type { Lifetime } from '../catalog/lifetime.ts';
import { waitFor } from '../catalog/wait.ts';

/** The time between two pieces, in milliseconds. */
const interval = 20;
/** The fewest pieces of a body. A shorter body has one piece for each byte. */
const fewest = 10;

/**
 * Returns a body in small pieces, the last after `span` milliseconds. A slow reader gets each piece when
 * it reads. The iteration ends when the client goes.
 *
 * @param lifetime When it ends, the iteration throws.
 * @param rush When one of these ends, the rest comes at once: the fault is gone, or the host closes.
 */
export async function* dribble(
  body: string | Uint8Array,
  span: number,
  lifetime: Lifetime,
  rush: readonly Lifetime[],
  gone: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const size = Math.ceil(bytes.length / Math.max(fewest, Math.ceil(span / interval)));
  const started = performance.now();
  for (let offset = 0; offset < bytes.length; offset += size) {
    const piece = bytes.subarray(offset, offset + size);
    const due = started + (span * (offset + piece.length)) / bytes.length;
    await waitFor(Math.max(due - performance.now(), 0), [lifetime, ...rush], gone);
    if (gone.aborted) return;
    if (lifetime.over) throw new Error('The catalog was reset while this response was being sent');
    yield piece;
  }
}
