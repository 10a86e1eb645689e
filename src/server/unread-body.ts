import type { IncomingMessage, ServerResponse } from 'node:http';

/** How much is read on of a body whose request has been answered: bytes, and milliseconds. */
export const unreadBytes = 1024 * 1024;
export const unreadTime = 3000;
/** How long a client may take to read the answer before its connection is destroyed, in milliseconds. */
const grace = 1000;

/** Whether a request announces a body (RFC 9112, section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Bounds what is read of a body that is still arriving when its request has been answered. Node
 * would read on for as long as the client sends. To close at once would reset the connection, and
 * the client would lose the answer: so a little is read and thrown away. If that is all there was,
 * the connection stays open.
 *
 * @returns A function that undoes it, for a request that turns out to be somebody else's.
 */
export function boundUnreadBody(req: IncomingMessage, res: ServerResponse): () => void {
  const onFinish = () => {
    if (!req.complete && !req.destroyed) discard(req, res);
  };
  // Before Node's own listener, which hands the rest of the body to nobody.
  res.prependOnceListener('finish', onFinish);
  return () => res.off('finish', onFinish);
}

function discard(req: IncomingMessage, res: ServerResponse): void {
  const { socket } = req;
  let left = unreadBytes;
  const close = () => {
    clearTimeout(timer);
    req.pause();
    socket.end();
    setTimeout(() => socket.destroy(), grace).unref();
  };
  const timer = setTimeout(close, unreadTime);
  // Where the answer says that the connection closes, Node would now destroy it.
  if (!res.shouldKeepAlive) socket.destroySoon = () => socket.end();
  req.removeAllListeners('data').removeAllListeners('readable');
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) close();
  });
  req.once('close', () => {
    clearTimeout(timer);
    if (!res.shouldKeepAlive) socket.destroy();
  });
  // What has been read is what Node does not throw away by itself, uncounted.
  req.read();
  req.resume();
}
