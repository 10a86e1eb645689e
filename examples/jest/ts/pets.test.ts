import { setupServer } from 'msw/node';
import { createPetCatalog, type Pet } from 'pet-catalog-mock';

const catalog = createPetCatalog({ fixtures: [{ name: 'Rex', tag: 'dog', id: 'rex' }] });
const server = setupServer(...catalog.handlers);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => catalog.reset());
afterAll(() => server.close());

test('a pet is found by its id', async () => {
  const response = await fetch('https://pets.example/v2/pets/rex', {
    headers: { 'X-API-Key': 'test' },
  });
  const pet = (await response.json()) as Pet;
  expect(pet.name).toBe('Rex');
  expect(catalog.requests.count({ operation: 'getPet' })).toBe(1);
});
