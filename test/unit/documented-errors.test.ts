import { describe, expect, test } from 'vitest';
import { create, type CaseRequest } from '../../src/verify/cases/case.ts';
import { ask, emptyCatalog, faultyCatalog } from '../support/catalog.ts';
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
  ])('a %i that an operation only documents has that message: %s', async (status, error) => {
    const responses = {
      404: 'There is no pet of that id',
      409: { description: 'It is on loan' },
      424: { description: 'It needs another', error: () => undefined as never },
    };
    const catalog = emptyCatalog({ operations: [{ ...deletePet, responses }] });
    catalog.faults.add({ status });
    expect(await errorOf(await ask(catalog, { ...getPet, method: 'DELETE' }))).toEqual({ error });
  });

  test('and a 405 names the method, and the methods of the path', async () => {
    const response = await ask(faultyCatalog({ status: 405 }), createPet);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
    expect(await errorOf(response)).toEqual({ error: 'The method POST is not allowed here' });
  });
});

test('the message of a fault wins over the documented message', async () => {
  const catalog = faultyCatalog({ status: 404, error: 'Gone fishing' });
  expect(await errorOf(await ask(catalog, getPet))).toEqual({ error: 'Gone fishing' });
});

test('a header of a fault wins over the header of its status', async () => {
  const headers = { 'WWW-Authenticate': 'Bearer' };
  const response = await ask(faultyCatalog({ status: 401, headers }), getPet);
  expect(response.headers.get('www-authenticate')).toBe('Bearer');
});
