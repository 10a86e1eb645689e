import { expect, test } from 'vitest';
// #region other-process
import { createControl } from 'pet-catalog-mock/client';
import { startServer } from 'pet-catalog-mock/server';

const server = await startServer({ port: 0, isolate: true }); // in the runner's global setup
const control = createControl({ url: server.url, apiKey: 'worker-1' }); // in each test

await control.reset();
await control.seed({ pets: 3 });
await control.faults.add({ operation: 'createPet', status: 507, times: 1 });
const { pets, total } = await control.pets.find({ search: 'dog' });
const stop = control.subscribe((event) => console.log(event.type));

stop();
await server.close(); // in the runner's global teardown
// #endregion

test('another process controls a server', () => {
  expect(server.catalog.forKey('worker-1').pets.count()).toBe(3);
  expect(pets).toHaveLength(total);
  expect(server.catalog.forKey('worker-1').faults.list()).toMatchObject([{ status: 507 }]);
});
