import type { Dribble } from '../operations/response.ts';

/** A body that dribbles, as a stream: it stops when its reader cancels it or the request is aborted. */
export function toSlowStream(dribble: Dribble, request: Request): ReadableStream {
  const aborted = request.signal;
  const controller = new AbortController();
  const gone = controller.signal;
  // It holds on to the request: Node forgets the signal of one that was collected.
  const stop = () => controller.abort(request.signal.reason);
  if (aborted.aborted) stop();
  aborted.addEventListener('abort', stop);
  const end = () => aborted.removeEventListener('abort', stop);
  const pieces = dribble(gone);
  return new ReadableStream({
    async pull(stream) {
      try {
        const { done, value } = await pieces.next();
        if (!done) return stream.enqueue(value);
        end();
        if (gone.aborted) stream.error(gone.reason);
        else stream.close();
      } catch (error) {
        end();
        throw error;
      }
    },
    cancel() {
      end();
      controller.abort();
    },
  });
}
