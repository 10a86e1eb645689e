import { describe, expect, test } from 'vitest';
import { createCatalogs, maxCatalogs, maxLooked } from '../../src/catalog/catalogs.ts';
import { resolveCatalogOptions } from '../../src/catalog/options.ts';
import { createPetCatalog, OptionError, type PetCatalog } from '../../src/index.ts';
import { ask, emptyCatalog } from '../support/catalog.ts';
import { patient } from '../support/patience.ts';

const as = (key: string) => ({ headers: { 'X-API-Key': key } });

describe('with isolation', () => {
  test.each<[member: string, change: (catalog: PetCatalog) => unknown]>([
    ['pets.create', ({ pets }) => pets.create({ name: 'Rex' })],
    ['scenarios.use', ({ scenarios }) => scenarios.use('empty')],
    ['restore', (catalog) => catalog.restore(catalog.snapshot())],
  ])('%s without a key is refused, and names forKey', (member, change) => {
    const catalog = createPetCatalog({ isolate: true });
    const before = catalog.snapshot();
    expect(() => change(catalog)).toThrow(OptionError);
    expect(() => change(catalog)).toThrow(`forKey(key).${member}(...)`);
    expect(() => change(catalog)).toThrow(
      expect.objectContaining({ option: 'isolate', expected: 'used with a key' }),
    );
    expect(catalog.snapshot()).toEqual(before);
  });

  test('a key is the same with white space around it, and not empty', () => {
    const catalog = emptyCatalog({ isolate: true });
    catalog.forKey(' one ').pets.create({ name: 'Rex' });
    expect(catalog.forKey('one').pets.count()).toBe(1);
    expect(() => catalog.forKey(' ')).toThrow(/not empty/);
  });

  /** Uses so many other keys that unused catalogs are evicted. */
  const useOthers = (catalog: PetCatalog) => {
    for (let key = 0; key < maxCatalogs; key++) catalog.forKey(`other-${key}`);
  };

  test('a view keeps its key when the catalog of the key is discarded', async () => {
    const catalog = emptyCatalog({ isolate: true });
    const { faults, pets, requests, seed } = catalog.forKey('one');
    pets.create({ name: 'gone' });
    useOthers(catalog);
    expect(pets.count()).toBe(0);
    faults.add({ status: 503, times: 1 });
    expect((await ask(catalog, as('one'))).status).toBe(503);
    expect(requests.count({ status: 503 })).toBe(1);
    seed({ pets: 2 });
    expect(await (await ask(catalog, as('one'))).json()).toEqual(pets.list());
    expect(pets.list()).toHaveLength(2);
  });

  test('a catalog with a wait in it is not evicted, and the wait ends as any other', async () => {
    const catalog = emptyCatalog({ isolate: true });
    const { pets, requests } = catalog.forKey('one');
    pets.create({ name: 'Rex' });
    const waiting = requests.waitFor({ operation: 'listPets' }, patient);
    useOthers(catalog);
    expect(await (await ask(catalog, as('one'))).json()).toEqual(pets.list());
    expect(await waiting).toHaveLength(1);
    useOthers(catalog);
    expect(pets.count()).toBe(0);
  });

  test('the first call of a key uses the catalog that was read before', () => {
    const catalogs = createCatalogs(resolveCatalogOptions({ isolate: true, pets: 0 }));
    const one = catalogs.look('one');
    expect(catalogs.of('one')).toBe(one);
    expect(catalogs.all()).toEqual([catalogs.common, one]);
  });

  test.each([
    ['the least recently used catalog goes first when there are too many', 'of', maxCatalogs],
    ['the least recently read catalog goes first when too many are only read', 'look', maxLooked],
  ] as const)('%s', (_what, how, most) => {
    const catalogs = createCatalogs(resolveCatalogOptions({ isolate: true, pets: 0 }));
    const [first, second] = [catalogs[how]('key-0'), catalogs[how]('key-1')];
    for (let key = 2; key < most; key++) catalogs[how](`key-${key}`);
    catalogs[how]('key-0');
    expect([first.gone.over, second.gone.over]).toEqual([false, false]);
    catalogs[how]('one-more');
    expect([first.gone.over, second.gone.over]).toEqual([false, true]);
    expect(catalogs.all()).toHaveLength(1 + most);
    expect(catalogs[how]('key-0')).toBe(first);
  });
});

describe('with isolation by a header', () => {
  const from = (id: string, key = 'the-app') => ({
    headers: { 'X-API-Key': key, 'X-Test-Id': id },
  });

  test('a wrong key is still refused, and the request is noted for the one who sent it', async () => {
    const catalog = emptyCatalog({ isolate: 'X-Test-Id', apiKeys: ['the-app'] });
    expect((await ask(catalog, from('one', 'wrong'))).status).toBe(401);
    expect((await ask(catalog, from('one'))).status).toBe(200);
    expect(catalog.forKey('one').requests.count({ status: 401 })).toBe(1);
    expect(catalog.requests.count()).toBe(0);
  });

  test('that is X-API-Key is as with true: a request with a wrong key has no catalog', async () => {
    const catalog = emptyCatalog({ isolate: 'x-api-key', apiKeys: ['good'] });
    await ask(catalog, as('bad'));
    await ask(catalog, as('good'));
    expect(catalog.requests.list()).toMatchObject([{ status: 401 }]);
    expect(catalog.forKey('good').requests.count()).toBe(1);
  });
});
