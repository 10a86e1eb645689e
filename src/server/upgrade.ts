import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Answers a request as if it had not asked for another protocol (RFC 9110, section 7.8): Java's
 * client asks for HTTP/2 in each. Node takes such requests out of HTTP as soon as the server accepts
 * any upgrade, so this one is put back in without the header.
 */
export function declineUpgrade(
  server: Server,
  req: IncomingMessage,
  socket: Socket,
  head: Buffer,
): void {
  // The response whose turn it is on this connection: what came before is answered first.
  const { _httpMessage: answering } = socket as { _httpMessage?: ServerResponse };
  if (answering) {
    answering.once('close', () => declineUpgrade(server, req, socket, head));
    return;
  }
  if (socket.destroyed) return;
  const lines = [`${req.method} ${req.url} HTTP/${req.httpVersion}`];
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    const name = req.rawHeaders[index]!;
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${req.rawHeaders[index + 1]!}`);
  }
  const start = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  socket.unshift(Buffer.concat([start, head]));
  server.emit('setSecureContext' in server ? 'secureConnection' : 'connection', socket);
}
