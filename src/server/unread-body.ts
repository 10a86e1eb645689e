import type { IncomingMessage, ServerResponse } from 'node:http';

/** How much more is read of a body whose request has been answered, in bytes and milliseconds. */
export const unreadBytes = 1024 * 1024;
export const unreadTime = 3000;
/** How long a client may take to read the response before its connection is destroyed, in milliseconds. */
export const unreadGrace = 1000;

/** Whether a request announces a body (RFC 9112, section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Bounds what is read of a body that still arrives when its request has been answered: Node would
 * read on for as long as the client sends, and closing at once would lose the response.
 *
 * @returns A function that undoes it, for a request that another app answers.
 */
export function boundUnreadBody(req: IncomingMessage, res: ServerResponse): () => void {
  const onFinish = () => {
    if (!req.complete && !req.destroyed) discard(req);
  };
  // Before Node's own listener, which discards the rest of the body without a bound.
  res.prependOnceListener('finish', onFinish);
  return () => res.off('finish', onFinish);
}

function discard(req: IncomingMessage): void {
  const { socket } = req;
  let left = unreadBytes;
  const close = () => {
    clearTimeout(timer);
    req.pause();
    socket.end();
    setTimeout(() => socket.destroy(), unreadGrace).unref();
  };
  const timer = setTimeout(close, unreadTime);
  // Where the response says that the connection closes, Node destroys it after this.
  let isLast = false;
  socket.destroySoon = () => {
    isLast = true;
    socket.end();
  };
  req.removeAllListeners('data').removeAllListeners('readable');
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) close();
  });
  req.once('close', () => {
    clearTimeout(timer);
    if (isLast) socket.destroy();
    else Reflect.deleteProperty(socket, 'destroySoon');
  });
  // Otherwise Node discards what it has buffered, uncounted.
  req.read();
  req.resume();
}
