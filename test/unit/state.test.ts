import { describe, expect, test } from 'vitest';
import { createPetCatalog, InvalidInputError, type PetCatalog } from '../../src/index.ts';
import { create } from '../../src/verify/cases/case.ts';
import { ask, emptyCatalog, faultyCatalog, slowCreate } from '../support/catalog.ts';
import { patient } from '../support/patience.ts';

describe.each<[name: string, cut: (catalog: PetCatalog) => void]>([
  ['reset', (catalog) => catalog.reset()],
  ['seed', (catalog) => catalog.seed({ pets: 0 })],
  ['restore', (catalog) => catalog.restore(emptyCatalog().snapshot())],
])('%s', (_name, cut) => {
  test('cuts off a create that is being delayed', async () => {
    const catalog = faultyCatalog({ operation: 'createPet', delay: 60_000 });
    const creating = ask(catalog, create({ name: 'Rex' }));
    await catalog.requests.waitFor({ fault: true }, patient);
    cut(catalog);
    const response = await creating;
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ error: expect.stringMatching(/reset/) });
    expect(catalog.snapshot()).toMatchObject({ pets: [], nextId: 0 });
  });

  test('leaves nothing of a create whose body was still coming', async () => {
    const catalog = emptyCatalog();
    const slow = slowCreate(catalog);
    slow.send('{"name":');
    cut(catalog);
    slow.send('"Rex"}');
    slow.end();
    expect((await slow.answered)?.status).toBe(503);
    expect(catalog.pets.count()).toBe(0);
  });
});

describe('seed', () => {
  test('with nothing gives the pets of the start, fixtures included', () => {
    const catalog = createPetCatalog({ fixtures: [{ name: 'Rex', id: 'rex' }, { name: 'Tom' }] });
    const start = catalog.snapshot();
    for (const options of [undefined, {}, { pets: undefined }]) {
      catalog.seed({ pets: 3 });
      catalog.seed(options);
      expect(catalog.snapshot()).toEqual(start);
    }
  });

  test('generates pets in the place of fixtures: as many as asked, from the seed of the start', () => {
    const catalog = createPetCatalog({ seed: 5, fixtures: [{ name: 'Rex' }, { name: 'Tom' }] });
    catalog.seed({ pets: 3 });
    expect(catalog.pets.list()).toEqual(createPetCatalog({ pets: 3, seed: 5 }).pets.list());
    catalog.seed({ seed: 6 });
    expect(catalog.pets.list()).toEqual(createPetCatalog({ pets: 2, seed: 6 }).pets.list());
  });

  test.each([
    [{ pets: 11 }, /"pets".*"maxPets" \(10\).*11/],
    [{ pets: -1 }, /"pets".*at least 0.*-1/],
    [{ seed: 'x' }, /"seed".*"x"/],
    [{ fixtures: [{}] }, /fixtures\[0\].*"name"/],
    [{ fixtures: Array.from({ length: 11 }, () => ({ name: 'a' })) }, /"fixtures".*10.*11/],
    [{ fixtures: createPetCatalog({ pets: 11 }).snapshot() }, /"fixtures".*10.*11/],
    [{ fixtures: 7 }, /fixtures/],
    [{ fixtures: null }, /fixtures must be a JSON array/],
    [{ pets: 1, fixtures: [{ name: 'a' }] }, /"pets" must not .* beside "fixtures"/],
    [{ pet: 1 }, /unknown field "pet"/],
    [[], /array/],
  ])('refuses %j, and then nothing has changed', (options, message) => {
    const catalog = createPetCatalog({ pets: 3, maxPets: 10 });
    const before = catalog.snapshot();
    expect(() => catalog.seed(options as never)).toThrow(InvalidInputError);
    expect(() => catalog.seed(options as never)).toThrow(message);
    expect(catalog.snapshot()).toEqual(before);
    catalog.reset();
    expect(catalog.snapshot()).toEqual(before);
  });
});

describe('snapshot and restore', () => {
  test('give and take copies', () => {
    const catalog = createPetCatalog({ pets: 2 });
    const before = catalog.pets.list();
    const kept = catalog.snapshot();
    kept.pets[0]!.name = 'changed';
    expect(catalog.pets.list()).toEqual(before);
    catalog.restore(kept);
    kept.pets[0]!.name = 'changed again';
    kept.pets.pop();
    expect(catalog.pets.list().map(({ name }) => name)).toEqual(['changed', before[1]!.name]);
  });

  const good = createPetCatalog({ pets: 1 }).snapshot();
  const counted = { id: 'fault-1', calls: 1, hits: 1 };
  const fault = { id: 'fault-1', status: 500, calls: 0, hits: 0 };
  test.each<[unknown, RegExp]>([
    [{ ...good, version: 2 }, /"version".*1/],
    [{ ...good, pets: [['Rex']] }, /snapshot: "pets\[0\]" must be a JSON object, not an array$/],
    [{ ...good, pets: [{ name: 'a', id: 'x' }] }, /"pets\[0\]\.tag"|"pets\[0\]"/],
    [{ ...good, pets: [good.pets[0], good.pets[0]] }, /pets\[1\].*pets\[0\]/],
    [{ ...good, nextId: 1.5 }, /"nextId"/],
    [{ ...good, seed: -1 }, /"seed"/],
    [{ ...good, faults: [{ ...fault, status: 200 }] }, /"faults\[0\]"/],
    [{ ...good, faults: [fault, fault] }, /ids are unique/],
    ...['fault-0', 'fault-01', 'fault-2147483648', 'fault-99999999999', 'fault-x', 'mine'].map(
      (id): [object, RegExp] => [
        { ...good, faults: [{ ...fault, id }] },
        /"faults\[0\]\.id" must be .*fault-2147483647/,
      ],
    ),
    [{ ...good, extra: true }, /unknown field "extra"/],
    [{ ...good, faults: [{ ...counted }] }, /faults\[0\]/],
    [{ ...good, faults: [{ ...counted, status: 500, times: 1 }] }, /faults\[0\]/],
    [[], /array/],
    [
      { ...good, pets: Array.from({ length: 6 }, (_, id) => ({ name: '', tag: '', id: `${id}` })) },
      /snapshot\.pets.*maxPets/,
    ],
  ])('refuse an invalid snapshot, and nothing has changed: %j', (snapshot, message) => {
    const catalog = createPetCatalog({ pets: 3, maxPets: 5 });
    const before = catalog.snapshot();
    expect(() => catalog.restore(snapshot as never)).toThrow(message);
    expect(catalog.snapshot()).toEqual(before);
  });
});

describe('the pets of a catalog', () => {
  test('are copies: to change one changes nothing in the catalog', async () => {
    const catalog = createPetCatalog({ pets: 1 });
    const { id } = catalog.pets.list()[0]!;
    const copies = [
      catalog.pets.update(id, { tag: 'new' })!,
      catalog.pets.create({ name: 'Rex' }),
      catalog.pets.get(id)!,
      catalog.pets.list()[0]!,
      catalog.pets.list({ limit: 1 })[0]!,
      catalog.snapshot().pets[0]!,
    ];
    const before = structuredClone(catalog.pets.list());
    for (const pet of copies)
      Object.assign(pet, { name: 'changed', tag: 'changed', id: 'changed' });
    expect(catalog.pets.list()).toEqual(before);
    expect(catalog.pets.get(id)).toEqual(before[0]);
    expect(await (await ask(catalog, { path: `/v2/pets/${id}` })).json()).toEqual(before[0]);
  });

  test.each([-1, 1.5, Number.NaN, '1'])('are not listed with a limit of %j', (limit) => {
    expect(() => emptyCatalog().pets.list({ limit: limit as number })).toThrow(/"limit"/);
  });
});
