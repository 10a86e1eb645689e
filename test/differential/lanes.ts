import { startServer, type PetCatalogServer, type ServerOptions } from '../../src/server.ts';
import { withSocket } from '../support/raw-socket.ts';

/** A request as it goes over the wire. */
export interface WireRequest {
  method: string;
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
}

export type Lanes = Awaited<ReturnType<typeof startLanes>>;

/** Starts two servers with the same options: one has the fast lane, one sends all through Express. */
export async function startLanes(options: ServerOptions) {
  const fast = await startServer({ ...options, port: 0, fastLane: true });
  const express = await startServer({ ...options, port: 0, fastLane: false });
  return {
    fast,
    express,
    close: async () => void (await Promise.all([fast.close(), express.close()])),
  };
}

function toBytes({ method, target, headers, body }: WireRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}`, 'latin1'),
    Buffer.from(`\r\n${body}`, 'utf8'),
  ]);
}

/**
 * Sends requests one after another, over one connection for as long as the server keeps it open.
 *
 * @returns Every byte that comes back; only the date is left out, which may differ.
 */
export async function sendAll(
  { port }: PetCatalogServer,
  requests: readonly WireRequest[],
): Promise<string> {
  const answers: string[] = [];
  while (answers.length < requests.length) {
    await withSocket(port, async ({ write, readBytes, ended }) => {
      for (const request of requests.slice(answers.length)) {
        write(toBytes(request));
        let answer = await readBytes(request.method);
        let text = '';
        while (answer.head.startsWith('HTTP/1.1 1')) {
          text += answer.head;
          answer = await readBytes(request.method);
        }
        const isLast = /^connection: close\r$/im.test(answer.head);
        text += answer.head + answer.body.toString('latin1') + (isLast ? await ended() : '');
        answers.push(text);
        if (isLast) return;
      }
    });
  }
  return answers.join('\n').replaceAll(/^Date: .*$/gm, 'Date: -');
}

/** The journal without its times. */
export function journalOf({ catalog }: PetCatalogServer) {
  return catalog.requests.list().map(({ at: _at, durationMs: _durationMs, ...entry }) => entry);
}
