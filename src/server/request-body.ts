import type { IncomingMessage } from 'node:http';
import { ReadableStream } from 'node:stream/web';
import { hasBody } from './connection.ts';

/** A longer body is not kept: what comes after a handler that has read it finds it empty. */
const longestKept = 1024 * 1024;

export interface SharedBody {
  /** The body for a `Request` of fetch; `undefined` if there is none. */
  readonly body: ReadableStream<Uint8Array> | string | Uint8Array | undefined;
  /** Puts back what was read, for the next reader of Node's request. */
  putBack(): void;
}

/**
 * Lends the body of Node's request to a `Request` of fetch. Only what a handler asks for is read, and it
 * can be put back. If a parser of an outer app has read the body, it is taken from `req.body`.
 */
export function lendBody(req: IncomingMessage & { body?: unknown }): SharedBody {
  if (req.readableEnded) return { body: parsedBody(req.body), putBack() {} };
  if (!hasBody(req)) return { body: undefined, putBack() {} };
  const taken: Buffer[] = [];
  let length = 0;
  let isOver = false;
  /** Ends the wait for more of the body. */
  let wake = () => {};

  const more = () =>
    new Promise<void>((resolve, reject) => {
      const done = (error?: Error) => {
        req.off('readable', wake).off('close', onClose);
        if (error) reject(error);
        else resolve();
      };
      const onClose = () => done(new Error('The client went before the end of its body'));
      wake = () => done();
      req.on('readable', wake).on('close', onClose);
    });

  /** Takes what has come. To ask for no more than that keeps Node from emitting `end`. */
  const take = () => (req.readableLength > 0 ? (req.read(req.readableLength) as Buffer) : null);

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        for (;;) {
          if (isOver) return;
          const chunk = take();
          if (chunk) {
            length += chunk.length;
            if (length <= longestKept) taken.push(chunk);
            return stream.enqueue(new Uint8Array(chunk));
          }
          if (req.complete) return stream.close();
          await more();
        }
      },
      cancel() {
        isOver = true;
        wake();
      },
    },
    // Nothing is read before a handler asks.
    { highWaterMark: 0 },
  );
  return {
    body,
    putBack() {
      isOver = true;
      wake();
      if (length > 0 && length <= longestKept) req.unshift(Buffer.concat(taken));
    },
  };
}

function parsedBody(body: unknown): string | Uint8Array | undefined {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return body;
  return JSON.stringify(body);
}
