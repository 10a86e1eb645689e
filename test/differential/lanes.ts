import { once } from 'node:events';
import { connect } from 'node:net';
import type { CatalogControls } from '../../src/index.ts';
import { startServer, type PetCatalogServer, type ServerOptions } from '../../src/server.ts';

/** A request as it goes over the wire; each character of its text is one byte. */
export interface WireRequest {
  method: string;
  text: string;
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

/**
 * Sends requests one after another, over one connection for as long as the server keeps it open.
 *
 * @returns Every byte that comes back, in latin1, and how a connection ended; only the date is left
 *   out, which may differ.
 */
export async function sendAll(
  { port }: PetCatalogServer,
  requests: readonly WireRequest[],
): Promise<string> {
  const answers: string[] = [];
  let connection: Connection | undefined;
  try {
    for (const request of requests) {
      connection ??= await openConnection(port);
      const { text, isOver } = await connection.send(request);
      answers.push(text);
      if (isOver) connection = undefined;
    }
  } finally {
    connection?.destroy();
  }
  return answers.join('\n').replaceAll(/^(date): .*$/gim, '$1: -');
}

interface Connection {
  /** Gives the response, with the 1xx before it, or what comes until the connection ends. */
  send(request: WireRequest): Promise<{ text: string; isOver: boolean }>;
  destroy(): void;
}

async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  let text = '';
  let end: string | undefined;
  let wake = () => {};
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
    wake();
  });
  socket.on('error', (error: NodeJS.ErrnoException) => (end = error.code));
  socket.on('close', () => {
    end ??= 'closed';
    wake();
  });
  return {
    async send(request) {
      socket.write(request.text, 'latin1');
      for (;;) {
        const length = end === undefined ? lengthOfAnswer(text, request.method) : text.length;
        if (length !== undefined) {
          const answer = text.slice(0, length);
          text = text.slice(length);
          return { text: end === undefined ? answer : `${answer}<${end}>`, isOver: !!end };
        }
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    destroy: () => socket.destroy(),
  };
}

/** How long the response is at the beginning of a text; `undefined` when more must come. */
function lengthOfAnswer(text: string, method: string): number | undefined {
  const headEnd = text.indexOf('\r\n\r\n') + 4;
  if (headEnd < 4) return undefined;
  const head = text.slice(0, headEnd);
  if (head.startsWith('HTTP/1.1 1')) {
    const rest = lengthOfAnswer(text.slice(headEnd), method);
    return rest && headEnd + rest;
  }
  if (/^(?:connection: close|transfer-encoding: .*)\r$/im.test(head)) return undefined;
  const length = Number(/^content-length: (\d+)\r$/im.exec(head)?.[1] ?? 0);
  const end = method === 'HEAD' ? headEnd : headEnd + length;
  return text.length < end ? undefined : end;
}

/** Everything that can be seen of a catalog, without times. */
export function stateOf({ pets, faults, requests }: CatalogControls) {
  return {
    pets: pets.list(),
    faults: faults.list(),
    requests: requests
      .list()
      .map(({ id: _id, at: _at, durationMs: _durationMs, ...entry }) => entry),
  };
}
