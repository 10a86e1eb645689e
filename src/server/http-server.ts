import { once } from 'node:events';
import {
  createServer,
  STATUS_CODES,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';

/** How long requests in flight may take when the server stops, in milliseconds. */
export const stopTime = 5000;
/** How often a server that stops looks for connections that have become idle, in milliseconds. */
const sweepTime = 100;

export interface HttpServer {
  readonly server: Server;
  /** @returns The port. Rejects with Node's own error, `EADDRINUSE` for example. */
  listen(port: number, host: string): Promise<number>;
  /** Answers requests in flight and closes. After five seconds, connections are cut. */
  stop(): Promise<void>;
}

/** Creates a server of Node's. Its limits for heads, requests and idle connections are Node's own. */
export async function createHttpServer(
  listener: RequestListener,
  tls: { cert: string; key: string } | undefined,
): Promise<HttpServer> {
  const server = tls
    ? (await import('node:https')).createServer(tls, listener)
    : createServer(listener);
  answerParseErrors(server);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  return {
    server,
    async listen(port, host) {
      await once(server.listen({ port, host }), 'listening');
      const address = server.address();
      return typeof address === 'object' ? address!.port : port;
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      // A browser opens connections in advance. Node does not count them as idle.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      const sweep = setInterval(() => {
        // Node counts a connection as idle although its last response has not left the buffer.
        const isSending = [...sockets].some(({ writableLength }) => writableLength > 0);
        if (!isSending) server.closeIdleConnections();
      }, sweepTime);
      const force = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, stopTime);
      await closed;
      clearInterval(sweep);
      clearTimeout(force);
    },
  };
}

const parseErrors: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The request headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the request body are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
};

/** Answers a request that Node's parser refuses with Node's status, and closes the connection. */
function answerParseErrors(server: Server): void {
  const latest = new WeakMap<Socket, ServerResponse>();
  server.on('request', (req, res) => latest.set(req.socket, res));
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Socket) => {
    const answering = latest.get(socket);
    // Bytes that follow the head of another answer would corrupt it.
    const isAnswering = answering?.headersSent === true && !answering.writableFinished;
    const isParseError = /^(?:HPE|ERR_HTTP)_/.test(code);
    if (!isParseError || isAnswering || !socket.writable) return void socket.destroy();
    const [status, message] = parseErrors[code] ?? [400, 'The request is not valid HTTP'];
    const body = JSON.stringify({ error: message });
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nCache-Control: no-store\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  });
}
