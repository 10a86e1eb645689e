import { createControl } from 'pet-catalog-mock/client';

const url = process.env.PET_CATALOG_URL;
const apiKey = `worker-${process.env.JEST_WORKER_ID}`; // the app sends it as X-API-Key
const control = createControl({ url, apiKey });

beforeEach(() => control.reset());

test('a list fails once', async () => {
  await control.faults.add({ operation: 'listPets', status: 503, times: 1 });
  const list = () => fetch(`${url}/pets`, { headers: { 'X-API-Key': apiKey } });
  expect((await list()).status).toBe(503);
  expect((await list()).status).toBe(200);
});
