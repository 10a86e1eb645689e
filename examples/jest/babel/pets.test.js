import { setupServer } from 'msw/node';
import { createPetCatalog } from 'pet-catalog-mock';

const catalog = createPetCatalog({ fixtures: [{ name: 'Rex', id: 'rex' }, { name: 'Misty' }] });
const server = setupServer(...catalog.handlers);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => catalog.reset());
afterAll(() => server.close());

/** The code under test: it shows the pets, or why there are none. */
async function showPets(element) {
  const response = await fetch('https://pets.example/v2/pets', {
    headers: { 'X-API-Key': 'test' },
  });
  const body = await response.json();
  element.textContent = response.ok ? body.map(({ name }) => name).join(', ') : body.error;
}

test('the page shows the pets', async () => {
  await showPets(document.body);
  expect(document.body.textContent).toBe('Rex, Misty');
});

test('the page says why there are none', async () => {
  catalog.faults.add({ operation: 'listPets', status: 503, error: 'Out walking', times: 1 });
  await showPets(document.body);
  expect(document.body.textContent).toBe('Out walking');
});
