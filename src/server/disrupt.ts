import type { ServerResponse } from 'node:http';
import { phraseOf } from '../contract/status-phrases.ts';
import type { Reply } from '../operations/request.ts';

/** Does to a connection what a reply's network fault says. */
export function disrupt(res: ServerResponse, reply: Reply): void {
  const { socket } = res;
  if (!socket || socket.destroyed) return;
  if (reply.network === 'reset') reset(socket);
  else if (reply.network === 'truncate') truncate(res, reply);
  else socket.end(() => socket.destroy());
}

function reset(socket: NonNullable<ServerResponse['socket']>): void {
  // Below TLS lies the TCP socket, and only that can be reset.
  const { _parent: below } = socket as { _parent?: typeof socket };
  try {
    (below ?? socket).resetAndDestroy();
  } finally {
    socket.destroy();
  }
}

/** The head declares the whole length; half of the body comes. */
function truncate(res: ServerResponse, { status, headers, body }: Reply): void {
  const whole = Buffer.from(
    body === null || typeof body === 'string' ? (body ?? '') : [...body].join(''),
  );
  res.writeHead(status, phraseOf(status), headers as string[]);
  // Where there is no body, as with HEAD, a write would leave the head unsent.
  res.flushHeaders();
  res.write(whole.subarray(0, Math.floor(whole.length / 2)), () => {
    res.socket?.end(() => res.socket?.destroy());
  });
}
