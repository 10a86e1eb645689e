import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import * as v from 'valibot';
import type { WebSocket, WebSocketServer } from 'ws';
import { phraseOf } from '../../contract/http.ts';
import { withoutUndefined } from '../../contract/values.ts';
import type { RequestLog } from '../log.ts';
import type { AppSettings } from '../options.ts';
import { parseTarget } from '../request-target.ts';
import { createGuard } from './guard.ts';

const socketPath = '/__admin/socket';
/** The longest message, in bytes. The page sends larger bodies (a snapshot) in a plain request. */
export const longestMessage = 1024 * 1024;

const requestSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    method: v.picklist(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    path: v.pipe(v.string(), v.startsWith('/__admin/')),
    headers: v.record(v.string(), v.string()),
    body: v.optional(v.string()),
  }),
);
type ControlRequest = v.InferOutput<typeof requestSchema>;

/** Node asks it from 22.21 and 24.9 on. */
type AskingServer = Server & { shouldUpgradeCallback?: (req: IncomingMessage) => boolean };

/**
 * Takes control requests over a WebSocket. A browser opens only six connections to a server, and held
 * calls of an app may use all of them; WebSockets have connections of their own. Each socket carries one
 * request, which is sent to this server again, and so meets the same guard and routes.
 */
export function takeControlSockets(
  server: AskingServer,
  settings: AppSettings,
  log: RequestLog,
): void {
  const guard = createGuard(settings);
  let sockets: WebSocketServer | undefined;
  settings.closing?.addEventListener('abort', () => {
    for (const socket of sockets?.clients ?? []) socket.close(1001);
  });

  const isOurs = (req: IncomingMessage) =>
    req.headers.upgrade?.toLowerCase() === 'websocket' &&
    req.method === 'GET' &&
    parseTarget(req.url!).path === socketPath;
  // The reload of a dev server listens for upgrades, too.
  const hasOthers = () => server.listenerCount('upgrade') > 1;
  const { shouldUpgradeCallback: asked } = server;
  if (asked) {
    server.shouldUpgradeCallback = (req) => (hasOthers() ? asked.call(server, req) : isOurs(req));
  }
  server.on('upgrade', (req: IncomingMessage, socket: Socket, head: Buffer) => {
    if (!isOurs(req)) return hasOthers() ? undefined : declineUpgrade(server, req, socket, head);
    socket.on('error', () => socket.destroy());
    // Pages of other sites may open WebSockets, and read from them. The token comes with each message.
    const refusal = guard(req, false, false);
    if (refusal) return rejectUpgrade(socket, refusal.status, refusal.message);
    accept(req, socket, head).catch((error: unknown) => {
      log.error(error);
      socket.destroy();
    });
  });

  async function accept(req: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const { WebSocketServer } = await import('ws');
    sockets ??= new WebSocketServer({ noServer: true, maxPayload: longestMessage })
      // Its own answer is HTML.
      .on('wsClientError', (error, asking) => rejectUpgrade(asking as Socket, 400, error.message));
    sockets.handleUpgrade(req, socket, head, (accepted) => {
      accepted.on('error', () => accepted.terminate());
      if (settings.closing?.aborted) accepted.close(1001);
      else carry(accepted, req);
    });
  }
}

function rejectUpgrade(socket: Socket, status: number, error: string): void {
  const body = JSON.stringify({ error });
  socket.end(
    `HTTP/1.1 ${status} ${phraseOf(status)}\r\nConnection: close\r\nCache-Control: no-store\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Sends the request of a socket to this server, and the status and the body back. */
function carry(socket: WebSocket, opening: IncomingMessage): void {
  const gone = new AbortController();
  socket.on('close', () => gone.abort());
  socket.once('message', (data) => {
    const { success, output } = v.safeParse(requestSchema, String(data));
    if (!success) return socket.close(1008);
    forward(output).then(
      () => socket.close(1000),
      () => socket.close(1011),
    );
  });
  const say = (text: string) => new Promise((resolve) => socket.send(text, resolve));

  async function forward({ method, path, headers, body }: ControlRequest): Promise<void> {
    const { localAddress, localPort } = opening.socket;
    const { host, origin } = opening.headers;
    const isTls = (opening.socket as Partial<TLSSocket>).encrypted === true;
    const options = {
      host: localAddress,
      port: localPort,
      agent: false,
      method,
      path,
      headers: { ...headers, ...withoutUndefined({ host, origin }) },
      signal: gone.signal,
      // The certificate is this server's own, and need not name this address.
      rejectUnauthorized: false,
    };
    const { request: send } = await (isTls ? import('node:https') : import('node:http'));
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = send(options, resolve);
      request.on('error', reject).on('close', reject).end(body);
    });
    await say(String(response.statusCode));
    response.setEncoding('utf8');
    for await (const chunk of response) await say(chunk as string);
  }
}

/**
 * Answers a request as if it had not asked for another protocol (RFC 9110, section 7.8): Java's client
 * asks for HTTP/2 in each request. Node 20 takes such a request out of HTTP as soon as a server accepts
 * any upgrade, so it is put back without the header.
 */
function declineUpgrade(server: Server, req: IncomingMessage, socket: Socket, head: Buffer): void {
  const lines = [`${req.method} ${req.url} HTTP/${req.httpVersion}`];
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    const name = req.rawHeaders[index]!;
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${req.rawHeaders[index + 1]!}`);
  }
  const start = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  socket.unshift(Buffer.concat([start, head]));
  server.emit('setSecureContext' in server ? 'secureConnection' : 'connection', socket);
}
