import { afterEach, expect, test, vi } from 'vitest';
import { restoreKept } from '../../src/browser/persist.ts';
import { defineOperation, type PetCatalogOptions } from '../../src/index.ts';
import { createService } from '../../src/operations/service.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const gone = defineOperation({
  name: 'countPets',
  method: 'GET',
  path: '/count',
  run: ({ pets }) => ({ status: 200, body: pets.count() }),
});

test('a page without an operation that a kept fault is for keeps the rest', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('document', { addEventListener: () => {} });
  const open = async (options: PetCatalogOptions) => {
    const service = createService(options);
    const keep = await restoreKept(service, 'session', options);
    return { catalog: service.catalogs.common, leave: keep() };
  };

  const first = await open({ fixtures: [], operations: [gone] });
  first.catalog.pets.create({ name: 'Rex' });
  first.catalog.faults.add({ operation: 'countPets', status: 503 });
  first.catalog.faults.add({ operation: 'getPet', status: 503 });
  first.leave();
  const next = await open({ fixtures: [] });
  next.leave();

  expect(next.catalog.pets.list()).toMatchObject([{ name: 'Rex' }]);
  expect(next.catalog.faults.list()).toMatchObject([{ operation: 'getPet' }]);
  expect(warn.mock.calls).toEqual([
    [
      '[pet-catalog-mock] Dropped one of the kept faults: "operation" must be one of "createPet", "getPet", "listPets", not "countPets"',
    ],
  ]);
});
