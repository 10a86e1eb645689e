import { expect, test } from 'vitest';
import { createPetCatalog, type Fault } from '../../src/index.ts';
import { maxFaultBytes } from '../../src/controls/faults.ts';

const bytesOf = (fault: Fault) => JSON.stringify(fault).length;

/** So many bytes of JSON. */
function long(bytes: number): Fault & { status: number } {
  const empty = { status: 503, body: '' };
  return { ...empty, body: 'x'.repeat(bytes - bytesOf(empty)) };
}

test('a catalog takes faults of 64 MiB of JSON, and more once there is room', () => {
  const catalog = createPetCatalog({ pets: 1 });
  const quarter = long(maxFaultBytes / 4);
  for (let count = 0; count < 3; count++) catalog.faults.add(quarter);
  expect(() => catalog.faults.add(long(maxFaultBytes / 4 + 1))).toThrow(
    'The faults of a catalog take at most 67108864 bytes of JSON together, not 67108865: remove some first',
  );
  const last = catalog.faults.add(quarter);
  expect(() => catalog.faults.add({ status: 500 })).toThrow('at most 67108864 bytes');
  expect(() => catalog.faults.update(last, { body: `${quarter.body as string}x` })).toThrow(
    'at most 67108864 bytes of JSON together, not 67108865',
  );
  expect(catalog.faults.list()).toHaveLength(4);
  expect(catalog.faults.list()[3]).toMatchObject(quarter);

  // What it gives, it takes: ids and counts are not measured.
  const full = catalog.snapshot();
  catalog.restore(full);
  expect(catalog.snapshot()).toEqual(full);

  expect(catalog.faults.update(last, { body: 'x' })).toMatchObject({ body: 'x' });
  catalog.faults.add({ status: 500 });
  catalog.faults.clear();
  catalog.faults.add(long(maxFaultBytes));
});

test('a scenario with more JSON of faults is refused', () => {
  const bring = (...faults: Fault[]) => createPetCatalog({ scenarios: { long: { faults } } });
  const half = maxFaultBytes / 2;
  expect(() => bring(long(half), long(half + 1))).toThrow(
    /faults" must be an array of faults of at most 67108864 bytes of JSON together, not 67108865$/,
  );
  bring(long(half), long(half));
});

test('calls that wait for a long fault are let go when it is used up, too', async () => {
  const catalog = createPetCatalog({ pets: 1 });
  const fault = { ...long(64 * 1024 + 1), delay: 60_000, times: 1, operation: 'listPets' };
  const id = catalog.faults.add(fault);
  const answer = catalog.fetch('http://localhost/v2/pets', { headers: { 'X-API-Key': 'key' } });
  expect(catalog.faults.list()).toEqual([]);
  const off = catalog.faults.update(id, { enabled: false });
  expect(off).toEqual({
    id,
    operation: 'listPets',
    times: 1,
    hits: 1,
    remaining: 0,
    enabled: false,
  });
  expect((await answer)?.status).toBe(503);
  expect(catalog.faults.remove(id)).toBe(false);
});
