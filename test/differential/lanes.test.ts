import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CatalogControls, Fault } from '../../src/index.ts';
import { startServer, type PetCatalogServer } from '../../src/server.ts';
import { fixtures } from '../../src/verify/cases/case.ts';

/** A request as it goes over the wire; each character of its text is one byte. */
interface Piece {
  method: string;
  text: string;
}

/** Parts of the fuzzer, which are plain JavaScript: one number decides all that they generate. */
interface Fuzzer {
  createRandom(seed: number, number: number): object;
  anyCall(random: object): Piece;
  anyFault(random: object): Fault;
  host: string;
  key: string;
  asJson: string;
  withBody(line: string, lines: readonly string[], body: string): string;
  judge(hosts: object[], played: object, patience: number): Promise<{ problems: string[] }>;
}
const parts = ['random', 'kinds/calls', 'kinds/control', 'request', 'run'].map(
  (name) => import(new URL(`../../stress/fuzz/${name}.js`, import.meta.url).href),
);
const fuzzer = Object.assign({}, ...(await Promise.all(parts))) as Fuzzer;

const from = <T>(generate: (random: object) => T) =>
  fc.nat().map((seed) => generate(fuzzer.createRandom(seed, 0)));

/** For some calls or all. None hangs, as that ends only when somebody ends it, or takes a second. */
const anyQuickFault = from(fuzzer.anyFault).filter(
  ({ network, delay }) => network !== 'hang' && (network !== 'dribble' || delay !== undefined),
);
function toPiece(fault: Fault): Piece {
  const { host, key, asJson, withBody } = fuzzer;
  const line = 'POST /__admin/faults HTTP/1.1';
  return { method: 'POST', text: withBody(line, [host, key, asJson], JSON.stringify(fault)) };
}

/**
 * The fast lane has no rules of its own: byte for byte, it answers as Express and the handlers do.
 * The contract runs its table on both; here are requests that no table has, and options that the
 * fuzzer itself does not have.
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

  const keys = 'isolate' in options ? ['k', 'other'] : [];
  const hostOf = ({ port, catalog }: PetCatalogServer) => {
    const state = () => [catalog, ...keys.map((key) => catalog.forKey(key))].map(stateOf);
    const answer = { status: 200, head: '', headers: {}, method: 'GET' };
    const control = { ask: async () => [{ ...answer, body: JSON.stringify(state()) }] };
    return { name: '', port, isTls: false, ping: async () => {}, control };
  };

  test('any requests and faults give the same bytes, and leave the same state and journal', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyQuickFault, { maxLength: 3 }),
        fc.array(from(fuzzer.anyCall), { minLength: 1, maxLength: 12 }),
        async (faults, calls) => {
          for (const { catalog } of servers) catalog.reset();
          const pieces = [...faults.map(toPiece), ...calls];
          const steps = pieces.map(({ text }, index) => ({
            bytes: Buffer.from(text, 'latin1'),
            answers: index + 1,
          }));
          const played = { group: 'plain', isOdd: false, pieces, steps };
          const { problems } = await fuzzer.judge(servers.map(hostOf), played, 400);
          expect(problems).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** Everything that can be seen of a catalog. */
const stateOf = ({ pets, faults, requests }: CatalogControls) => ({
  pets: pets.list(),
  faults: faults.list(),
  requests: requests.list(),
});
