import { connect } from 'node:net';
import { startServer, type PetCatalogServer, type ServerOptions } from '../../src/server.ts';

/** A request as it goes over the wire. */
export interface WireRequest {
  method: string;
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
}

/** Two servers of the same options: one with the fast lane, one that sends all through Express. */
export async function startLanes(options: ServerOptions) {
  const fast = await startServer({ ...options, port: 0, fastLane: true });
  const express = await startServer({ ...options, port: 0, fastLane: false });
  return { fast, express, close: () => Promise.all([fast.close(), express.close()]) };
}

export function toBytes({ method, target, headers, body }: WireRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}`, 'latin1'),
    Buffer.from(`\r\n${body}`, 'utf8'),
  ]);
}

/**
 * Sends requests one after another, each over a connection of its own, and gives every byte that
 * comes back. The date is the one thing that may differ.
 */
export async function sendAll(
  server: PetCatalogServer,
  requests: readonly WireRequest[],
): Promise<string> {
  const answers: string[] = [];
  for (const request of requests) answers.push(await sendOne(server.port, request));
  return answers.join('\n').replaceAll(/^Date: .*$/gm, 'Date: -');
}

function sendOne(port: number, request: WireRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const done = () => resolve(Buffer.concat(chunks).toString('latin1'));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // Who is refused before all is sent may see the connection reset; what came counts.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? done() : reject(error),
    );
    socket.on('close', done);
    socket.write(toBytes({ ...request, headers: [...request.headers, ['Connection', 'close']] }));
  });
}

/** The journal without what is a matter of time. */
export function journalOf({ catalog }: PetCatalogServer) {
  return catalog.requests.list().map(({ at: _at, durationMs: _durationMs, ...entry }) => entry);
}
