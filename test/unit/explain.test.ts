import { expect, test } from 'vitest';
import { defineOperation } from '../../src/index.ts';
import { ask, emptyCatalog } from '../support/catalog.ts';

test.each([
  ['POST', '/swap', 201, true],
  ['PUT', '/swap', 200, true],
  ['PUT', '/swap', 299, true],
  ['PUT', '/swap', 300, false],
  ['POST', '/swap', 409, false],
  ['GET', '/swap', 200, false],
  ['POST', '/mention', 201, false],
  // Its path names the pet: only what is created was not there before.
  ['PUT', '/swap/{petId}', 201, true],
  ['PUT', '/swap/{petId}', 200, false],
] as const)(
  'an answer with the id of a pet, of %s %s and the status %i: it created it: %j',
  async (method, path, status, is) => {
    const field = path === '/mention' ? 'name' : 'id';
    const run = () => ({ status, body: { [field]: 'r ex' } });
    const swap = defineOperation({ name: 'swap', method, path, run });
    const catalog = emptyCatalog({ operations: [swap] });
    await ask(catalog, { method, path: `/v2${path.replace('{petId}', 'r%20ex')}` });
    await ask(catalog, { path: '/v2/pets/r%20ex' });
    expect(catalog.requests.explain(2)?.request).toBe(is ? 1 : undefined);
  },
);
