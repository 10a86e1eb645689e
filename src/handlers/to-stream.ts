import type { ChunkedBody, Dribble } from '../operations/response.ts';

/** A body as a stream, of which each part is made when its reader wants it. */
export function toStream(
  body: ChunkedBody | AsyncIterable<Uint8Array<ArrayBuffer>>,
  onCancel = () => {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const parts = Symbol.iterator in body ? body[Symbol.iterator]() : body[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(stream) {
      const { done, value } = await parts.next();
      if (done) stream.close();
      else stream.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    cancel() {
      onCancel();
      void parts.return?.();
    },
  });
}

/** A body that dribbles, as a stream: it stops when its reader cancels it or the request is aborted. */
export function toSlowStream(dribble: Dribble, request: Request): ReadableStream {
  const controller = new AbortController();
  return toStream(whileWanted(dribble, request, controller), () => controller.abort());
}

async function* whileWanted(dribble: Dribble, request: Request, controller: AbortController) {
  const { signal: gone } = controller;
  // It holds on to the request: Node forgets the signal of one that was collected.
  const stop = () => controller.abort(request.signal.reason);
  if (request.signal.aborted) stop();
  request.signal.addEventListener('abort', stop);
  try {
    yield* dribble(gone);
    gone.throwIfAborted();
  } finally {
    request.signal.removeEventListener('abort', stop);
  }
}
