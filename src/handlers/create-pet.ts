import { collectBytes } from '../operations/collect-bytes.ts';
import { callService, toResponse, type Resolver } from './fetch-adapter.ts';

/** `POST {base}/pets`: the one operation that reads the body of a request. */
export const createPet: Resolver = async (call) => {
  const response = await callService(call, async (limit) => {
    await call.context?.onBody();
    return readBody(call.request, limit);
  });
  return toResponse(response, call);
};

/** The bytes of a body; `undefined` as soon as there are more than `limit`. */
async function readBody(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (!request.body) return new Uint8Array();
  const body = collectBytes();
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return body.take();
    if (body.length() + value.byteLength > limit) {
      // Not awaited: the response does not depend on when the source ends.
      reader.cancel().catch(() => {});
      return undefined;
    }
    body.add(value);
  }
}
