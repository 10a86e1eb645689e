import type { CatalogControls } from '../../src/index.ts';
import { startServer, type PetCatalogServer, type ServerOptions } from '../../src/server.ts';
import { withSocket } from '../support/raw-socket.ts';

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
  const left = [...requests];
  const answers: string[] = [];
  while (left.length > 0) {
    await withSocket(port, async ({ socket, write, readBytes, ended }) => {
      let end: string | undefined = 'closed';
      socket.on('error', (error: NodeJS.ErrnoException) => (end = error.code));
      for (let isOpen = true; isOpen && left.length > 0;) {
        const { method, text } = left.shift()!;
        write(text);
        let head = 'HTTP/1.1 1';
        while (head.startsWith('HTTP/1.1 1') && isOpen) {
          const answer = await readBytes(method).catch(() => undefined);
          head = answer?.head ?? head;
          isOpen =
            answer !== undefined && !/^(?:connection: close|transfer-encoding: .*)\r$/im.test(head);
          if (answer) answers.push(head, answer.body.toString('latin1'));
        }
        if (!isOpen) answers.push(`${await ended()}<${end}>`);
      }
    });
  }
  return answers.join('\n').replaceAll(/^(date): .*$/gim, '$1: -');
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
