import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import * as v from 'valibot';
import type { WebSocket, WebSocketServer } from 'ws';
import { withoutUndefined } from '../../contract/without-undefined.ts';
import { onAnswered } from '../connection.ts';
import { lazyPart, refusalOf } from '../lazy-part.ts';
import type { RequestLog } from '../log.ts';
import { sendRawError } from '../send.ts';
import type { AppSettings } from '../options.ts';
import { parseRequestTarget } from '../request-head.ts';
import { hasBody } from '../unread-body.ts';
import { createGuard } from './guard.ts';

const socketPath = '/__admin/socket';
/** The longest message, in bytes. The page sends larger bodies (a snapshot) in a plain request. */
export const longestMessage = 1024 * 1024;

const loadWebSockets = lazyPart(() => import('ws'));

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

/** Node 25 is out of use, and not worth telling apart. */
const takesBodies = Number(process.versions.node.split('.')[0]) >= 25;

/** From 22.21 and 24.9 on; the types are of an older one. */
type AskingServer = Server & { shouldUpgradeCallback?: (req: IncomingMessage) => boolean };

/**
 * Takes control requests over a WebSocket, for which browsers have connections of their own: hung
 * requests of an app in the same browser cannot keep the dashboard from them. The one message of each is
 * sent to this very server as the request that it holds, and so meets the same guard and routes.
 */
export function takeControlSockets(server: Server, settings: AppSettings, log: RequestLog): void {
  const guard = createGuard(settings);
  let sockets: WebSocketServer | undefined;
  settings.closing?.addEventListener('abort', () => {
    for (const socket of sockets?.clients ?? []) socket.close(1001);
  });

  const isOurs = (req: IncomingMessage) =>
    req.headers.upgrade?.toLowerCase() === 'websocket' &&
    req.method === 'GET' &&
    parseRequestTarget(req.url!).path === socketPath;
  // Node 26 takes the body off the connection before it tells of the upgrade: there is nothing left to
  // put back, so that such a request must not become one. The others must, as Node loses what is
  // pipelined behind a request that is kept from it.
  const { shouldUpgradeCallback: asked } = server as AskingServer;
  if (asked && takesBodies) {
    (server as AskingServer).shouldUpgradeCallback = (req) =>
      server.listenerCount('upgrade') > 1 ? asked.call(server, req) : isOurs(req) || !hasBody(req);
  }
  server.on('upgrade', (req: IncomingMessage, socket: Socket, head: Buffer) => {
    if (!isOurs(req)) {
      // Another listener's, where there is one: the reload of a dev server.
      if (server.listenerCount('upgrade') > 1) return;
      return onAnswered(socket, () => declineUpgrade(server, req, socket, head));
    }
    socket.on('error', () => socket.destroy());
    // Pages of other sites may open WebSockets, too, and read from them. The token, for which a
    // browser has no place here, comes with each message.
    const refusal = guard(req, false, false);
    onAnswered(socket, () => {
      if (refusal) sendRawError(socket, refusal.status, refusal.message);
      else void accept(req, socket, head);
    });
  });

  async function accept(req: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const loaded = await loadWebSockets().catch((error: unknown) => {
      const { status, message, headers = {} } = refusalOf(error, log);
      sendRawError(socket, status, message, Object.entries(headers).flat());
    });
    if (!loaded) return;
    sockets ??= new loaded.WebSocketServer({ noServer: true, maxPayload: longestMessage })
      // Of itself it answers with HTML.
      .on('wsClientError', (error, asking) =>
        sendRawError(asking as Socket, 400, error.message, ['sec-websocket-version', '13']),
      );
    sockets.handleUpgrade(req, socket, head, (accepted) => {
      accepted.on('error', () => accepted.terminate());
      if (settings.closing?.aborted) accepted.close(1001);
      else carry(accepted, req);
    });
  }
}

/** Sends the request of a socket to this server, and back the status, the body and the end. */
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
      // It is this server's own certificate, which need not be good for this address.
      rejectUnauthorized: false,
    };
    const { request: send } = await (isTls ? import('node:https') : import('node:http'));
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = send(options, resolve);
      // It ends without an answer where it asks for another protocol itself.
      request.on('error', reject).on('close', reject).end(body);
    });
    await say(String(response.statusCode));
    response.setEncoding('utf8');
    for await (const chunk of response) await say(chunk as string);
  }
}

/**
 * Answers a request as if it had not asked for another protocol (RFC 9110, section 7.8): Java's
 * client asks for HTTP/2 in each. Node takes such requests out of HTTP as soon as the server accepts
 * any upgrade, so this one is put back in without the header.
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
