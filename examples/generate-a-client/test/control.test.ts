import createClient from 'openapi-fetch';
import { beforeEach, expect, test } from 'vitest';
import type { paths } from '../src/generated/control.ts';
import { client } from '../src/generated/hey-api-control/client.gen.ts';
import * as heyApi from '../src/generated/hey-api-control/sdk.gen.ts';
import * as orval from '../src/generated/orval-control.ts';

const { origin } = new URL(process.env['PET_CATALOG_URL']!);
const control = createClient<paths>({ baseUrl: origin });
client.setConfig({ baseUrl: origin });

const list = () =>
  fetch(`${process.env['PET_CATALOG_URL']}/pets`, {
    headers: { 'X-API-Key': 'test', 'X-Trace': 'a1', 'X-Kind': 'test' },
  });

beforeEach(async () => {
  await control.POST('/__admin/reset');
});

test('openapi-fetch injects a fault, and finds the request by its header', async () => {
  const fault = { operation: 'listPets', status: 503, times: 1 } as const;
  const { data, response } = await control.POST('/__admin/faults', { body: fault });
  expect([response.status, data?.hits]).toEqual([201, 0]);
  expect((await list()).status).toBe(503);
  const query = { header: ['X-Trace:a1', 'X-Kind:test'], status: 503 };
  const found = await control.GET('/__admin/requests', { params: { query } });
  expect(found.data?.requests.map(({ fault: id }) => id)).toEqual([data?.id]);
});

test('hey-api injects a fault, and finds the request by its header', async () => {
  const { data } = await heyApi.addFault({
    body: { operation: 'listPets', status: 503, times: 1 },
  });
  expect(data?.hits).toBe(0);
  expect((await list()).status).toBe(503);
  const found = await heyApi.listRequests({
    query: { header: ['X-Trace:a1', 'X-Kind:test'], status: 503 },
  });
  expect(found.data?.requests.map(({ fault: id }) => id)).toEqual([data?.id]);
});

test('orval injects a fault, and finds the request by its header', async () => {
  const added = await orval.addFault({ operation: 'listPets', status: 503, times: 1 });
  if (added.status !== 201) throw new Error(added.data.error);
  expect((await list()).status).toBe(503);
  const found = await orval.listRequests({ header: ['X-Trace:a1', 'X-Kind:test'], status: 503 });
  if (found.status !== 200) throw new Error(found.data.error);
  expect(found.data.requests.map(({ fault: id }) => id)).toEqual([added.data.id]);
});

test('each finds what was created by a field of the body, as JSON text', async () => {
  await fetch(`${process.env['PET_CATALOG_URL']}/pets`, {
    method: 'POST',
    headers: { 'X-API-Key': 'test', 'Content-Type': 'application/json' },
    body: '{"name":"Bella"}',
  });
  const query = { body: JSON.stringify({ name: 'Bella' }) };
  const counts = [
    (await control.GET('/__admin/requests/count', { params: { query } })).data,
    (await heyApi.countRequests({ query })).data,
    (await orval.countRequests(query)).data,
  ];
  expect(counts).toEqual([{ count: 1 }, { count: 1 }, { count: 1 }]);
});

test('a refusal has its type', async () => {
  const { error } = await control.DELETE('/__admin/pets/{id}', { params: { path: { id: 'x' } } });
  expect(error?.error).toBe('There is no pet with that id');
  const removed = await orval.removePet('x');
  expect(removed).toMatchObject({ status: 404, data: error });
  expect((await heyApi.removePet({ path: { id: 'x' } })).error).toEqual(error);
});
