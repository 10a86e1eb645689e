import { describe, expect, test } from 'vitest';
import { createCatalogs, maxCatalogs } from '../../src/catalog/catalogs.ts';
import { resolveCatalogOptions } from '../../src/catalog/options.ts';
import { createPetCatalog, type Pet } from '../../src/index.ts';
import { create } from '../contract/cases/case.ts';
import { ask, emptyCatalog } from '../support/catalog.ts';

const as = (key: string) => ({ headers: { 'X-API-Key': key } });

describe('with isolation', () => {
  test('each key has its own pets, ids, faults and journal', async () => {
    const catalog = emptyCatalog({ isolate: true });
    const [one, other] = [catalog.forKey('one'), catalog.forKey('other')];
    one.faults.add({ operation: 'listPets', status: 503 });
    const created = await Promise.all(
      ['one', 'other'].map(async (key) =>
        (await ask(catalog, { ...create({ name: key }), ...as(key) })).json(),
      ),
    );
    expect((created[0] as Pet).id).toBe((created[1] as Pet).id);
    expect(one.pets.list()).toEqual([created[0]]);
    expect(other.pets.list()).toEqual([created[1]]);
    expect((await ask(catalog, as('one'))).status).toBe(503);
    expect((await ask(catalog, as('other'))).status).toBe(200);
    one.reset();
    expect([one.requests.count(), other.requests.count()]).toEqual([0, 2]);
    expect(catalog.pets.count()).toBe(0);
  });

  test('a key is the same with white space around it', () => {
    const catalog = emptyCatalog({ isolate: true });
    catalog.forKey(' one ').pets.create({ name: 'Rex' });
    expect(catalog.forKey('one').pets.count()).toBe(1);
  });

  test('a request that is refused for its key makes no catalog', async () => {
    const catalog = emptyCatalog({ isolate: true, apiKeys: ['good'] });
    await ask(catalog, as('bad'));
    expect(catalog.requests.count({ status: 401 })).toBe(1);
  });

  test('forKey wants the option, and a key', () => {
    expect(() => emptyCatalog().forKey('one')).toThrow(/"isolate"/);
    expect(() => emptyCatalog({ isolate: true }).forKey(' ')).toThrow(/not empty/);
  });

  test('the least recently used catalog goes first when there are too many', () => {
    const catalogs = createCatalogs(resolveCatalogOptions({ isolate: true, pets: 0 }));
    for (let key = 0; key < maxCatalogs; key++) catalogs.of(`key-${key}`);
    const second = catalogs.of('key-1');
    const [first, third] = [catalogs.of('key-0'), catalogs.of('key-2')];
    expect(catalogs.list()).toHaveLength(maxCatalogs);
    catalogs.of('key-1');
    catalogs.of('key-0');
    // Now key-3 is the one that nobody has asked for longest.
    const { era } = catalogs.of('key-4');
    const gone = catalogs.of('key-3');
    for (let key = 5; key < maxCatalogs; key++) catalogs.of(`key-${key}`);
    catalogs.of('new');
    expect(catalogs.list()).toHaveLength(maxCatalogs);
    expect(catalogs.of('key-1')).toBe(second);
    expect(catalogs.of('key-0')).toBe(first);
    expect(third.era.over).toBe(true);
    expect(gone.era.over).toBe(false);
    expect(era.over).toBe(false);
  });

  test('the catalogs are listed with their keys masked', () => {
    const catalogs = createCatalogs(resolveCatalogOptions({ isolate: true, pets: 2 }));
    catalogs.of('test-key-01').faults.add({ status: 500 });
    expect(catalogs.list()).toEqual([
      { id: expect.any(String), apiKey: 'te…01', pets: 2, requests: 0, faults: 1 },
    ]);
  });

  test('the pets that a key has not changed are those of all, in the same memory', () => {
    const catalogs = createCatalogs(resolveCatalogOptions({ isolate: true, pets: 3 }));
    const [one, other] = [catalogs.of('one'), catalogs.of('other')];
    const id = one.pets.list()[1]!.id;
    one.add({ name: 'Rex' });
    expect(one.store.get(id)).toBe(other.store.get(id));
    expect(one.store.list(3, Infinity)).toBe(other.store.list(3, Infinity));
    expect([one.pets.count(), other.pets.count()]).toEqual([4, 3]);
    expect(one.pets.list().slice(0, 3)).toEqual(other.pets.list());
    one.reset();
    expect(one.store.get(id)).toBe(other.store.get(id));
    expect(one.pets.list()).toEqual(other.pets.list());
  });

  test('all start from the same pets', () => {
    const catalog = createPetCatalog({ isolate: true, seed: 3 });
    expect(catalog.forKey('a').snapshot()).toEqual(catalog.forKey('b').snapshot());
    expect(catalog.forKey('a').snapshot()).toEqual(createPetCatalog({ seed: 3 }).snapshot());
  });
});

test('without isolation all keys share one catalog', async () => {
  const catalog = emptyCatalog();
  await ask(catalog, { ...create({ name: 'Rex' }), ...as('one') });
  expect(await (await ask(catalog, as('other'))).json()).toHaveLength(1);
});
