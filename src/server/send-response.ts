import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { isFraming, phraseOf } from '../contract/http.ts';
import { discardBody } from './connection.ts';
import { mergeHeaders } from './cors.ts';

/**
 * Sends a `Response` of fetch. If its body fails, the connection is dropped in the middle. If the client
 * goes, the body stops at its source.
 *
 * @param own The server's own headers, lower-case names and values in turn.
 * @throws The error of a body that fails; RangeError and TypeError for a response that cannot be sent.
 */
export async function sendResponse(
  res: ServerResponse,
  response: Response,
  own: readonly string[],
): Promise<void> {
  const { status, statusText, body } = response;
  if (status < 200) throw new RangeError(`A status must be from 200 to 599, not ${status}`);
  if (response.bodyUsed) throw new TypeError('The body of the response has been read already');
  discardBody(res.req);
  res.writeHead(status, statusText || phraseOf(status), headersOf(response, own));
  if (res.req.method === 'HEAD' || body === null) {
    await body?.cancel();
    return void res.end();
  }
  // A body of another length than the head says is an error.
  res.strictContentLength = true;
  try {
    await sendChunks(res, body);
    res.end();
  } catch (error) {
    res.destroy();
    throw error;
  }
}

async function sendChunks(res: ServerResponse, body: ReadableStream): Promise<void> {
  const reader = body.getReader();
  const closed = new Promise((resolve) => res.once('close', resolve));
  closed.then(() => reader.cancel()).catch(() => {});
  while (!res.destroyed) {
    const { done, value } = await reader.read();
    if (done) return;
    // Handlers may stream strings.
    const bytes = Buffer.from(value as string | Uint8Array);
    if (!res.write(bytes)) await Promise.race([once(res, 'drain'), closed]);
  }
  await reader.cancel();
}

/** Node frames the message. A handler's own framing would contradict it, except for a length. */
function headersOf({ headers }: Response, own: readonly string[]): (string | number)[] {
  const isOurs = (name: string, value: string) =>
    name === 'content-length' ? !/^\d+$/.test(value) : isFraming(name);
  const theirs = [...headers].filter(([name, value]) => !isOurs(name, value)).flat();
  // Node 22.12 compares the length of the body with a number, and text never equals one.
  return mergeHeaders(theirs, own).map((text, index, list) =>
    index % 2 === 1 && list[index - 1] === 'content-length' ? Number(text) : text,
  );
}
