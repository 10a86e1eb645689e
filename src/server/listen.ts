import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { errorMessages } from '../contract/error-messages.ts';
import type { ClientLimits } from './client-limits.ts';
import { inTurn, onAnswered } from './connection.ts';
import { holdContinue } from './continue.ts';
import { answeringOn, isHeldUp, socketBelow, takenBy } from './node-internals.ts';
import { notHttp, unknownCoding } from './request-head.ts';
import { endRead, sendRawError } from './send.ts';

/**
 * What is allowed at a target, `undefined` where the service has no such path; and the headers that every
 * response there has for a page of an origin, names and values in turn.
 */
export type PlaceAt = (
  target: string,
  origin: string | undefined,
) => { readonly allow: string | undefined; readonly cors: readonly string[] };

const parseErrors: Readonly<Record<string, [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The request headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the request body are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
};

/** Of a method that is not known; of PRI, which begins HTTP/2; and of a method that only RTSP has. */
const methodErrors = new Set(['HPE_INVALID_METHOD', 'HPE_INVALID_VERSION', 'HPE_INVALID_CONSTANT']);

/** A server that answers in JSON, also what Node itself refuses. */
export async function createHttpServer(
  listener: RequestListener,
  tls: { cert: string; key: string } | undefined,
  { headTime, requestTime, idleTime, handshakeTime }: ClientLimits,
  placeAt: PlaceAt,
): Promise<Server> {
  const options = {
    // Those without a Host get a response in JSON.
    requireHostHeader: false,
    keepAliveTimeout: idleTime,
    headersTimeout: headTime,
    requestTimeout: requestTime,
    handshakeTimeout: handshakeTime,
    // Node looks every 30 seconds by default.
    connectionsCheckingInterval: Math.ceil(headTime / 4),
  };
  const server = tls
    ? (await import('node:https')).createServer({ ...options, ...tls })
    : createServer(options);

  // Node would leave those out that come after the 2000th, such as a key.
  server.maxHeadersCount = 0;
  /** The response to the last request that has come on a connection. */
  const latest = new WeakMap<Socket, ServerResponse>();
  const take: RequestListener = (req, res) => {
    latest.set(req.socket, res);
    inTurn(req, res, listener);
  };
  server.on('request', take);
  // Of itself, Node ends a connection as soon as its client has ended its side, and what is queued is lost.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    socket.once('end', () => endAfter(latest.get(socket), socket));
  });
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    holdContinue(req, res);
    take(req, res);
  });
  // Refused as any other head that is no good.
  server.on('checkExpectation', take);
  server.on('connect', ({ url = '', headers }: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    // A host and a port alone are no path (RFC 9112, section 3.2.3).
    const target = url.includes('/') ? url : '*';
    onAnswered(socket, () => refuseMethod(socket, 'CONNECT', placeAt(target, headers.origin)));
  });
  // There is nobody to answer before the handshake is over.
  server.on('tlsClientError', (_error: Error, socket: Socket) => socket.destroy());
  const failed = new WeakSet<Socket>();
  server.on('clientError', (error: ParseError, socket: Socket) => {
    // Whatever comes behind what cannot be parsed is one more such error.
    if (failed.has(socket) && error.code !== 'ECONNRESET') return;
    failed.add(socket);
    settleError(error, socket);
  });

  function settleError(error: ParseError, socket: Socket): void {
    const answering = answeringOn(socket);
    if (error.code === 'ECONNRESET') {
      socket.destroy(error);
    } else if (!socket.writable) {
      // With TLS, the response that ends the connection may still be on its way. While the rest of a body
      // is read, that is no end of the connection: see `boundUnreadBody`.
      if (Object.hasOwn(socket, 'destroySoon')) endRead(socket);
      else socket.destroySoon();
    } else if (answering?.req.complete) {
      // What came before the error is answered first.
      answering.once('close', () => settleError(error, socket));
    } else if (
      answering?.writableEnded ||
      (!answering && latest.get(socket)?.req.complete === false)
    ) {
      // It is in the body of a request that has been answered.
      endRead(socket);
    } else if (answering?.headersSent) {
      socket.destroy(error);
    } else if (answering) {
      onBodyWanted(answering, () => {
        if (!answering.headersSent) refuse(error, socket, placeAt, answering.req);
      });
      answering.once('finish', () => endRead(socket));
    } else refuse(error, socket, placeAt);
  }
  return server;
}

/**
 * Ends a connection whose client has ended its side: the client may be gone. What it has pipelined is
 * answered first, as long as the answers come without a pause.
 *
 * @param last The last of the responses, which has no socket before its turn.
 */
function endAfter(last: ServerResponse | undefined, socket: Socket): void {
  if (!last || last.socket || last.closed) return void socket.end();
  const before = answeringOn(socket);
  setTimeout(() => {
    if (answeringOn(socket) === before) socket.end();
    else endAfter(last, socket);
  }, pauseTime);
}

/** How long a client that has ended its side waits for the next of its queued responses, in milliseconds. */
export const pauseTime = 100;

/**
 * Calls back when somebody reads the body of a request: where its head is reason to refuse it, that is
 * the answer, however broken its body is.
 */
function onBodyWanted({ req }: ServerResponse, callback: () => void): void {
  const readers: readonly (string | symbol)[] = ['data', 'readable'];
  if (readers.some((event) => req.listenerCount(event) > 0)) return callback();
  const onListener = (event: string | symbol) => {
    if (!readers.includes(event)) return;
    req.off('newListener', onListener);
    callback();
  };
  req.on('newListener', onListener);
}

/**
 * Answers what Node's parser refused, as precisely as possible, and closes the connection.
 *
 * @param asked The request that it is in, if there is one.
 */
function refuse(
  error: ParseError,
  socket: Socket,
  placeAt: PlaceAt,
  asked: AskedRequest | undefined = requestIn(error),
): void {
  const place = asked && placeAt(asked.url!, asked.headers.origin);
  // A method that is not on the parser's list is a method all the same.
  if (asked?.isInLine && methodErrors.has(error.code ?? '')) {
    return refuseMethod(socket, asked.method!.slice(0, 20), place!);
  }
  // The parser has one code for this and for a coding together with a length, and several reasons.
  const { reason = '', code = '' } = error;
  const isUnknown =
    /(?:invalid|empty) `?Transfer-Encoding/i.test(reason) ||
    (/Transfer-Encoding/i.test(reason) && !/^chunked$/i.test(asked?.coding ?? 'chunked'));
  const [status, message] = isUnknown
    ? [501, unknownCoding]
    : (parseErrors[code] ?? [400, notHttp]);
  sendRawError(socket, status, message, place?.allow === undefined ? [] : place.cors);
}

function refuseMethod(socket: Socket, method: string, place: ReturnType<PlaceAt>): void {
  if (place.allow === undefined) return sendRawError(socket, 404, 'Not found', place.cors);
  const headers = [...place.cors, 'allow', place.allow];
  sendRawError(socket, 405, errorMessages.notAllowed(method), headers);
}

type ParseError = NodeJS.ErrnoException & {
  reason?: string;
  rawPacket?: Buffer;
  bytesParsed?: number;
};

/**
 * A line may begin right behind the body of the request before it. A method is looked for where one can
 * begin: from each character on, a packet without blanks would take seconds.
 */
const requestLineForm = /(?<![!#$%&'*+\-.^_`|~\w])([!#$%&'*+\-.^_`|~\w]+) (\S+) HTTP\/1\.[01]\r\n/g;

type AskedRequest = Pick<IncomingMessage, 'method' | 'url'> & {
  headers: { origin?: string | undefined };
  /** Whether the parser has stopped in the request line. */
  isInLine?: boolean;
  /** The transfer coding, where the parser has stopped in the head. */
  coding?: string | undefined;
};

/** The request in whose head a parser has stopped (RFC 9112, section 3), if its last packet shows it. */
function requestIn({ rawPacket, bytesParsed = 0, code }: ParseError): AskedRequest | undefined {
  const text = rawPacket?.toString('latin1') ?? '';
  const lines = [...text.matchAll(requestLineForm)];
  const line = lines.findLast(({ index }) => index <= bytesParsed);
  if (!line) return undefined;
  const rest = text.slice(line.index);
  const [head = ''] = rest.split(/\r?\n\r?\n/, 1);
  const origin = /^origin:(.*)$/im.exec(head)?.[1]?.trim();
  // Its line must have come whole.
  const coding = /^transfer-encoding:(.*)\r?\n/im.exec(rest.slice(0, head.length + 2))?.[1]?.trim();
  const end = line.index + line[0].length;
  // Behind PRI, the parser has read the whole line.
  const isInLine = bytesParsed < end || (bytesParsed === end && code === 'HPE_INVALID_VERSION');
  return { method: line[1]!, url: line[2]!, headers: { origin }, isInLine, coding };
}

export async function listen(server: Server, port: number, host: string): Promise<number> {
  await once(server.listen({ port, host }), 'listening');
  return (server.address() as { port: number }).port;
}

/**
 * Lets requests in flight be answered, and then closes what is left. Connections on which nothing has
 * come yet, which Node takes for busy, are closed at once: browsers open some in advance. So are
 * those that are still in the TLS handshake.
 *
 * @param time How long requests in flight may take to be answered, in milliseconds.
 */
export async function drain(server: Server, connections: ReadonlySet<Socket>, time: number) {
  const closeIdle = server.closeIdleConnections.bind(server);
  // Node takes a connection for idle once its response has ended, although the client has not read it.
  server.closeIdleConnections = () => {
    if (![...connections].some(({ writableLength }) => writableLength > 0)) closeIdle();
  };
  const closed = new Promise((resolve) => server.close(resolve));
  // A connection becomes idle once its last response is out; Node closes only those idle by now.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  const force = setTimeout(() => {
    for (const socket of connections) socket.destroy();
  }, time);
  const isTls = 'setSecureContext' in server;
  for (const socket of connections) {
    if (socket.bytesRead === 0 || (isTls && !('encrypted' in socket))) socket.destroy();
  }
  await closed;
  clearInterval(sweep);
  clearTimeout(force);
}

/** The open connections of a server; with TLS, the TLS connections once their handshake is over. */
export function followConnections(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  const follow = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  server.on('connection', follow);
  server.on('secureConnection', (socket: Socket) => {
    const below = socketBelow(socket);
    if (below) sockets.delete(below);
    follow(socket);
  });
  return sockets;
}

/**
 * Closes connections whose clients read nothing for `time` milliseconds, and those that are not read
 * any more, as too many requests are queued, and on which nothing is answered.
 */
export function cutStalled(server: Server, connections: ReadonlySet<Socket>, time: number): void {
  /** For each client with something to read: how much it had read when that last grew, and when. */
  const waiting = new WeakMap<Socket, { taken: number; since: number }>();
  const look = () => {
    const now = performance.now();
    for (const socket of connections) {
      const before = waiting.get(socket);
      const taken = takenBy(socket);
      if (socket.writableLength === 0 && !isHeldUp(socket)) waiting.delete(socket);
      else if (before?.taken !== taken) waiting.set(socket, { taken, since: now });
      else if (now - before.since >= time) socket.destroy();
    }
  };
  const timer = setInterval(look, time / 4).unref();
  server.once('close', () => clearInterval(timer));
}
