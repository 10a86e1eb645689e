import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { sendError, sendRawError } from './send.ts';

export type Listener = (req: IncomingMessage, res: ServerResponse) => void;

/** What a parse error of Node's says to the client. */
const parseErrors: Readonly<Record<string, [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The request headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the request body are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
};

/**
 * Makes an HTTP or HTTPS server that answers in JSON whatever arrives, also what Node itself
 * would refuse, and that no client can hold for ever.
 *
 * @param maxBodyBytes What a client that asks before it sends a body (`Expect`) may send.
 */
export async function createHttpServer(
  listener: Listener,
  tls: { cert: string; key: string } | undefined,
  maxBodyBytes: number,
): Promise<Server> {
  const options = {
    // Those without a Host get an answer in JSON.
    requireHostHeader: false,
    // Longer than a client keeps an idle connection, so that it never reuses one being closed.
    keepAliveTimeout: 65_000,
    headersTimeout: 20_000,
    requestTimeout: 120_000,
  };
  const server = tls
    ? (await import('node:https')).createServer({ ...options, ...tls })
    : createServer(options);

  server.on('request', listener);
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    // To a body that is too large the answer comes at once.
    if (!(Number(req.headers['content-length']) > maxBodyBytes)) res.writeContinue();
    listener(req, res);
  });
  server.on('checkExpectation', (_req: IncomingMessage, res: ServerResponse) => {
    sendError(res, 417, 'The only expectation that is met is 100-continue', {
      connection: 'close',
    });
  });
  server.on('connect', (_req: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    sendRawError(socket, 405, 'The method CONNECT is not allowed here');
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The response whose turn it is on this connection.
    const { _httpMessage: answering } = socket as { _httpMessage?: ServerResponse };
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy(error);
    } else if (answering?.req.complete) {
      // What came before the error is answered first.
      answering.once('close', () => server.emit('clientError', error, socket));
    } else if (answering?.headersSent) {
      socket.destroy(error);
    } else refuse(error, socket);
  });
  return server;
}

/** Says what is wrong with what came, as far as it can be told, and closes the connection. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  const [status, message] = parseErrors[error.code ?? ''] ?? [400, 'The request is not valid HTTP'];
  sendRawError(socket, status, message);
}

/** Listens, and gives the port. Rejects with Node's error: `EADDRINUSE` for a port that is taken. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve((server.address() as { port: number }).port);
    });
  });
}

/** How long requests in flight may take to be answered when the server closes, in milliseconds. */
const drainTime = 5000;

/**
 * Takes no new connections, lets requests in flight be answered, and cuts what is left. Connections
 * on which nothing has come yet, which Node takes for busy, are closed at once: browsers open some
 * in advance.
 *
 * @param connections Those of the server, from `followConnections`.
 */
export function drain(server: Server, connections: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearInterval(sweep);
      clearTimeout(force);
      resolve();
    };
    server.close(finish);
    // A connection becomes idle once its last answer is out; Node closes only those idle by now.
    const sweep = setInterval(() => server.closeIdleConnections(), 20);
    const force = setTimeout(() => {
      // Node leaves those alone that have not got through the handshake of TLS.
      for (const socket of connections) socket.destroy();
    }, drainTime);
    server.closeIdleConnections();
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  });
}

/** The open connections of a server, at any moment; with TLS, also the sockets below it. */
export function followConnections(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  const follow = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  server.on('connection', follow).on('secureConnection', follow);
  return sockets;
}
