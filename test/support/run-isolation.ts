import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CatalogControls, Pet } from '../../src/index.ts';
import { complete, create, type CaseRequest } from '../../src/verify/cases/case.ts';
import { jsonOf, type Answer, type Host, type OpenHost } from './answer.ts';

/** What each catalog starts with. */
const start = [
  { name: 'Start', tag: '', id: 'shared' },
  { name: 'Start', tag: '', id: 'start' },
];

/** The keys, and what they are seeded with: the same id names another pet in each of them. */
const own = {
  one: ['shared', 'one'],
  other: ['shared', 'other', 'another'],
  empty: [],
  fresh: undefined,
} as const;
type Key = keyof typeof own;
const keys = Object.keys(own) as Key[];

/** The pets that a key is to see. */
const petsOf = (key: Key): Pet[] => own[key]?.map((id) => ({ name: key, tag: '', id })) ?? start;

/** What a request reads with one key is of that key alone: with each kind of isolation, on a host. */
export function runIsolation(host: Host): void {
  describe.each([true, 'X-Test-Id'] as const)(`on ${host.name}, isolated by %j`, (isolate) => {
    let open: OpenHost;
    beforeAll(async () => {
      open = await host.open({ fixtures: start, isolate });
    });
    afterAll(() => open.close());
    beforeEach(() => {
      open.catalog.reset();
      for (const key of keys) {
        if (own[key]) open.catalog.forKey(key).seed({ fixtures: petsOf(key) });
      }
    });

    const send = async (key: Key, { headers, ...request }: CaseRequest): Promise<Answer> => {
      const identity =
        isolate === true ? { 'X-API-Key': key } : { 'X-API-Key': 'all', [isolate]: key };
      const answer = await open.send(
        complete({ ...request, headers: { ...headers, ...identity } }),
      );
      return answer!;
    };
    const list = async (key: Key, query = '') =>
      jsonOf(await send(key, { path: `/v2/pets${query}` })) as Pet[];
    const ofEach = async <T>(read: (key: Key) => T | Promise<T>) => {
      const all: [Key, T][] = [];
      for (const key of keys) all.push([key, await read(key)]);
      return Object.fromEntries(all) as Record<Key, T>;
    };
    const expected = <T>(read: (pets: Pet[], key: Key) => T) =>
      Object.fromEntries(keys.map((key) => [key, read(petsOf(key), key)])) as Record<Key, T>;

    test.each(['shared', 'start', 'one', 'other', 'another'])(
      'a get of %s finds the pet of its own key, or none',
      async (id) => {
        const seen = await ofEach(async (key) => {
          const answer = await send(key, { path: `/v2/pets/${id}` });
          return answer.status === 404 ? undefined : jsonOf(answer);
        });
        expect(seen).toEqual(expected((pets) => pets.find((pet) => pet.id === id)));
      },
    );

    test.each([undefined, 0, 1, 2, 3])(
      'a list with the limit %s is of the pets of its own key',
      async (limit) => {
        const query = limit === undefined ? '' : `?limit=${limit}`;
        // Once more, as a list may be kept.
        for (let turn = 0; turn < 2; turn++) {
          expect(await ofEach((key) => list(key, query))).toEqual(
            expected((pets) => pets.slice(0, limit)),
          );
        }
      },
    );

    test('what one creates is there for it, and for nobody else', async () => {
      await ofEach((key) => list(key));
      const answer = await send('one', create({ name: 'Rex' }));
      const created = jsonOf(answer) as Pet;
      const path = answer.headers['location']!;
      expect(await ofEach((key) => list(key))).toEqual(
        expected((pets, key) => (key === 'one' ? [...pets, created] : pets)),
      );
      expect(await ofEach(async (key) => (await send(key, { path })).status)).toEqual(
        expected((_pets, key) => (key === 'one' ? 200 : 404)),
      );
    });

    test('what all create under the same id is read by each as its own', async () => {
      open.catalog.reset();
      const places = await ofEach(async (key) => {
        const { status, headers } = await send(key, create({ name: key }));
        return [status, headers['location']];
      });
      const path = places.one[1] as string;
      expect(places).toEqual(expected(() => [201, path]));
      const got = await ofEach(async (key) => jsonOf(await send(key, { path })) as Pet);
      expect(await ofEach((key) => got[key].name)).toEqual(expected((_pets, key) => key));
      expect(await ofEach((key) => list(key))).toEqual(await ofEach((key) => [...start, got[key]]));
    });

    const changes: [what: string, change: (controls: CatalogControls) => void, left: Pet[]][] = [
      [
        'changes',
        ({ pets }) => pets.update('shared', { name: 'Changed' }),
        [{ ...start[0]!, name: 'Changed' }, start[1]!],
      ],
      ['removes', ({ pets }) => pets.remove('shared'), [start[1]!]],
    ];
    test.each(changes)(
      'what one %s of the pets that all start with stays for the others',
      async (_what, change, left) => {
        open.catalog.reset();
        change(open.catalog.forKey('one'));
        const after = (key: Key) => (key === 'one' ? left : start);
        // One before the others, and after them.
        for (let turn = 0; turn < 2; turn++) {
          expect(await ofEach((key) => list(key))).toEqual(await ofEach(after));
        }
        const got = await ofEach(async (key) => {
          const answer = await send(key, { path: '/v2/pets/shared' });
          return answer.status === 404 ? undefined : jsonOf(answer);
        });
        expect(got).toEqual(await ofEach((key) => after(key).find(({ id }) => id === 'shared')));
      },
    );

    test('the journal of each has its own requests', async () => {
      for (const [index, key] of keys.entries()) {
        for (let call = 0; call <= index; call++) await send(key, { path: `/v2/pets/${key}` });
      }
      const seen = await ofEach((key) =>
        open.catalog
          .forKey(key)
          .requests.list()
          .map(({ path }) => path),
      );
      expect(seen).toEqual(
        await ofEach((key) => Array(keys.indexOf(key) + 1).fill(`/v2/pets/${key}`)),
      );
      expect(open.catalog.requests.list()).toEqual([]);
    });
  });
}
