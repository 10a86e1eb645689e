import type { ChunkedBody } from '../operations/response.ts';
import { callService, toResponse, type Resolver } from './fetch-adapter.ts';

/** `GET {base}/pets`: the one operation whose response may be long, and is streamed then. */
export const listPets: Resolver = async (call) => {
  const response = await callService(call);
  return toResponse(response, call, (body) =>
    body === null || typeof body === 'string' ? body : toStream(body),
  );
};

function toStream(chunks: ChunkedBody): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const iterator = chunks[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel() {
      iterator.return?.();
    },
  });
}
