// #region setup
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { setupServer } from 'msw/node';
import { createPetCatalog } from 'pet-catalog-mock';

const catalog = createPetCatalog({ fixtures: [{ name: 'Rex', tag: 'dog', id: 'rex' }] });
const server = setupServer(...catalog.handlers);
server.listen({ onUnhandledRequest: 'error' });
beforeEach(() => catalog.reset());
after(() => server.close());
// #endregion

// #region test
test('a list fails once', async () => {
  catalog.faults.add({ operation: 'listPets', status: 503, times: 1 });
  const list = () => fetch('https://pets.example/v2/pets', { headers: { 'X-API-Key': 'test' } });
  assert.equal((await list()).status, 503);
  assert.deepEqual(await (await list()).json(), [{ name: 'Rex', tag: 'dog', id: 'rex' }]);
  catalog.requests.verify({ operation: 'listPets' }, { count: 2 });
});
// #endregion

test('what the test before did is gone', () => {
  assert.deepEqual([catalog.pets.count(), catalog.requests.count()], [1, 0]);
});
