import { describe, expect, test, vi } from 'vitest';
import { createOpenApi } from '../../src/service/openapi.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { create, type CaseRequest } from '../../src/verify/cases/case.ts';
import { ask, emptyCatalog, faultyCatalog, handle } from '../support/catalog.ts';
import { deletePet } from '../support/delete-pet.ts';

const createPet = create({ name: 'Rex' });
const getPet = { path: '/v2/pets/x' };
const errorOf = async (response: Response) => (await response.json()) as unknown;
const headersOf = ({ headers }: Response) => Object.fromEntries(headers);

describe('a status that is asked for comes with the message and the headers that the service has for it', () => {
  test.each<[operation: string, status: number, fine: CaseRequest, refused: CaseRequest]>([
    ['createPet', 400, createPet, create({})],
    ['createPet', 401, createPet, { headers: { 'X-API-Key': 'another' } }],
    ['createPet', 413, createPet, create({ name: 'x'.repeat(100) })],
    ['createPet', 415, createPet, { ...createPet, headers: { 'Content-Type': 'text/plain' } }],
    ['createPet', 507, createPet, createPet],
    ['getPet', 400, getPet, { path: '/v2/pets/%zz' }],
    ['getPet', 404, getPet, getPet],
  ])('%s with %i', async (_operation, status, request, refused) => {
    const catalog = emptyCatalog({ maxPets: 0, maxBodyBytes: 50, apiKeys: ['test-key-01'] });
    const real = await ask(catalog, refused);
    expect(real.status).toBe(status);
    const expected = await errorOf(real);

    const headers = { ...request.headers, Prefer: `code=${status}` };
    const preferred = await ask(catalog, { ...request, headers });
    expect([preferred.status, await errorOf(preferred)]).toEqual([status, expected]);
    const applied = { 'preference-applied': `code=${status}` };
    expect(headersOf(preferred)).toEqual({ ...headersOf(real), ...applied });

    catalog.faults.add({ status });
    const faulted = await ask(catalog, request);
    expect([faulted.status, await errorOf(faulted)]).toEqual([status, expected]);
    expect(headersOf(faulted)).toEqual(headersOf(real));
  });

  test('and a 507 counts the pets that there are', async () => {
    const catalog = faultyCatalog({ status: 507 });
    for (const pets of [0, 1, 2]) {
      const error = `The catalog is full: it holds ${pets} pets and takes no more`;
      expect(await errorOf(await ask(catalog, createPet))).toEqual({ error });
      catalog.pets.create({ name: 'Rex' });
    }
  });

  test.each([
    [404, 'There is no pet of that id'],
    [409, 'It is on loan'],
    [423, 'Locked'],
    [424, 'It needs another'],
    [499, 'Status 499'],
  ])('and a %i that an operation only documents says so: %s', async (status, error) => {
    const responses = {
      404: 'There is no pet of that id',
      409: { description: 'It is on loan' },
      424: { description: 'It needs another', error: () => undefined as never },
    };
    const catalog = emptyCatalog({ operations: [{ ...deletePet, responses }] });
    catalog.faults.add({ status });
    expect(await errorOf(await ask(catalog, { ...getPet, method: 'DELETE' }))).toEqual({ error });
  });

  test.each<[unknown, string]>([
    [() => 5, 'the "error" of its 404 must give text, not 5'],
    [
      () => Promise.reject(new Error('late')),
      'the "error" of its 404 must give text, not an object',
    ],
    [
      () => {
        throw new Error('on purpose');
      },
      'on purpose',
    ],
  ])(
    'and where its own function for that fails, the call is a 500 that says so',
    async (error, why) => {
      const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
      const responses = { 404: { description: 'x', error: error as never } };
      const catalog = emptyCatalog({ operations: [{ ...deletePet, responses }] });
      const asked = await ask(catalog, {
        ...getPet,
        method: 'DELETE',
        headers: { Prefer: 'code=404' },
      });
      expect([asked.status, await errorOf(asked)]).toEqual([
        500,
        { error: `The operation deletePet failed: ${why}` },
      ]);
      expect(logged).toHaveBeenCalledOnce();
      logged.mockRestore();
      expect(catalog.requests.list()).toMatchObject([{ status: 500, fault: 'prefer' }]);
      const { operations } = serviceOf(catalog);
      expect(() => createOpenApi({ serverUrl: '/', operations: operations.all })).not.toThrow();
    },
  );

  test('and a 405 names the method, and those that there are', async () => {
    const response = await ask(faultyCatalog({ status: 405 }), createPet);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
    expect(await errorOf(response)).toEqual({ error: 'The method POST is not allowed here' });
  });
});

test('the refusal of a method names it, shortened where it is long', async () => {
  const errorFor = async (method: string) => (await handle(emptyCatalog(), { method })).body;
  const error = `The method ${'X'.repeat(20)} is not allowed here`;
  expect(await errorFor('X'.repeat(20))).toBe(JSON.stringify({ error }));
  expect(await errorFor('X'.repeat(21))).toBe(JSON.stringify({ error }));
});

test('a fault’s own message wins over the documented one', async () => {
  const catalog = faultyCatalog({ status: 404, error: 'Gone fishing' });
  expect(await errorOf(await ask(catalog, getPet))).toEqual({ error: 'Gone fishing' });
});

test('a fault’s own header wins over the one that goes with its status', async () => {
  const headers = { 'WWW-Authenticate': 'Bearer' };
  const response = await ask(faultyCatalog({ status: 401, headers }), getPet);
  expect(response.headers.get('www-authenticate')).toBe('Bearer');
});
