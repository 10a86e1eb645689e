import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { onTestFinished } from 'vitest';

/** What a TCP client saw of a connection. */
export interface Seen {
  /** Every byte that came. */
  text: string;
  /** `end` for an orderly close, otherwise the code of the error: `ECONNRESET`. */
  end: string;
}

/** A connection on which a test writes what it likes; destroyed when the test is over. */
export const openSocket = (port: number) => opened(connect(port, '127.0.0.1'), 'connect');

/** The same over TLS, with a certificate of anybody's. */
export const openTls = (port: number) =>
  opened(connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }), 'secureConnect');

async function opened(socket: Socket, event: string): Promise<Socket> {
  onTestFinished(() => void socket.destroy());
  // Tests that expect a reset listen for it.
  socket.on('error', () => {});
  await once(socket, event);
  return socket;
}

/** Collects what comes until the connection is closed. */
export function untilClosed(socket: Socket): Promise<Seen> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let end = 'end';
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => (end = error.code ?? error.message));
    socket.on('close', () => resolve({ text: Buffer.concat(chunks).toString('utf8'), end }));
  });
}

/** Sends bytes on a connection of its own; `seen` is what comes until it is closed. */
export async function sendOn(port: number, text: string | Uint8Array) {
  const socket = await openSocket(port);
  const seen = untilClosed(socket);
  socket.write(text);
  return { socket, seen };
}

/** The same, for those who only want what comes. */
export async function sendRaw(port: number, text: string | Uint8Array): Promise<Seen> {
  return (await sendOn(port, text)).seen;
}

/** The text of a request whose connection is to be closed after the answer. */
export function requestText(
  line: string,
  headers: Record<string, string> = {},
  body?: string,
): string {
  const all = {
    Host: '127.0.0.1',
    'X-API-Key': 'test-key-01',
    Connection: 'close',
    ...(body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
}

/** The status of an answer that came as text; `undefined` when none came. */
export function statusOf({ text }: Seen): number | undefined {
  const match = /^HTTP\/1\.1 (\d{3})/.exec(text);
  return match ? Number(match[1]) : undefined;
}
