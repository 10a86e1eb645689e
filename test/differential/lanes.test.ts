import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CatalogControls, Fault } from '../../src/index.ts';
import { startServer, type PetCatalogServer } from '../../src/server.ts';
import { fixtures } from '../../src/verify/cases/case.ts';
import { withSocket } from '../support/raw-socket.ts';
import { anyQuickFault, anyRequest, type WireRequest } from './generators.ts';

/** Keys that have a catalog of their own where `isolate` says so. */
const keys = ['k', 'other'];

/**
 * The fast lane has no rules of its own: byte for byte, it answers as Express and the handlers do.
 * The contract runs its table on both; here are requests that no table has.
 */
describe.each([
  {},
  { apiKeys: ['k'], cors: 'https://a.example' },
  { apiKeys: ['k'], cors: ['https://a.example', 'https://b.example'] },
  { cors: false, delay: { min: 0, max: 2 } },
  { isolate: true },
] as const)('with and without the fast lane, with %j', (options) => {
  const servers: PetCatalogServer[] = [];
  beforeAll(async () => {
    const all = { ...options, fixtures, maxPets: 12, maxBodyBytes: 300, port: 0 };
    for (const fastLane of [true, false]) servers.push(await startServer({ ...all, fastLane }));
  });
  afterAll(async () => void (await Promise.all(servers.map((server) => server.close()))));

  /** Sends requests to one of the servers, from its initial state. */
  async function outcomeOf(
    server: PetCatalogServer,
    requests: readonly WireRequest[],
    faults: readonly Fault[],
  ) {
    const { catalog } = server;
    catalog.reset();
    const catalogs = 'isolate' in options ? keys.map((key) => catalog.forKey(key)) : [catalog];
    for (const fault of faults) catalogs[0]!.faults.add(fault);
    const text = await sendAll(server, requests);
    return { text, states: [catalog, ...catalogs].map(stateOf) };
  }

  test('any requests and faults give the same bytes, and leave the same state and journal', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRequest, { minLength: 1, maxLength: 12 }),
        fc.array(anyQuickFault, { maxLength: 3 }),
        async (requests, faults) => {
          const [one, other] = await Promise.all(
            servers.map((server) => outcomeOf(server, requests, faults)),
          );
          expect(one!.text).toBe(other!.text);
          expect(one!.states).toEqual(other!.states);
          expect(one!.text).not.toBe('');
        },
      ),
      { numRuns: 60 },
    );
  });
});

/**
 * Sends requests one after another, over one connection for as long as the server keeps it open.
 *
 * @returns Every byte that comes back, in latin1, and how a connection ended; only the date is left
 *   out, which may differ.
 */
async function sendAll(
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
function stateOf({ pets, faults, requests }: CatalogControls) {
  return {
    pets: pets.list(),
    faults: faults.list(),
    requests: requests
      .list()
      .map(({ id: _id, at: _at, durationMs: _durationMs, ...entry }) => entry),
  };
}
