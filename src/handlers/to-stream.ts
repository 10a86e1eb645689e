import type { Dribble } from '../service/response.ts';

/** Returns a body as a stream, which makes each part when its reader asks for it. */
export function toStream(
  body: AsyncIterable<Uint8Array<ArrayBuffer>>,
  onCancel = () => {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const parts = body[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(stream) {
      const { done, value } = await parts.next();
      if (done) stream.close();
      else stream.enqueue(value);
    },
    cancel() {
      onCancel();
      void parts.return?.();
    },
  });
}

/** Returns a slow body as a stream, which stops when its reader cancels it or the request is aborted. */
export function toSlowStream(dribble: Dribble, request: Request): ReadableStream {
  const controller = new AbortController();
  return toStream(whileWanted(dribble, request, controller), () => controller.abort());
}

async function* whileWanted(dribble: Dribble, request: Request, controller: AbortController) {
  const { signal: gone } = controller;
  // It refers to the request: Node drops the signal of a request that is garbage collected.
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
