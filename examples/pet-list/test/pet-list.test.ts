import { setupServer } from 'msw/node';
import { createPetCatalog } from 'pet-catalog-mock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createApi } from '../src/api.ts';
import { mountApp } from '../src/app.ts';

const catalog = createPetCatalog({ fixtures: [{ name: 'Rex', tag: 'dog' }, { name: 'Misty' }] });
const server = setupServer(...catalog.handlers);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());
beforeEach(() => catalog.reset());
afterEach(() => document.body.replaceChildren());

async function openPage() {
  const root = document.body.appendChild(document.createElement('main'));
  const app = mountApp(root, createApi({ apiKey: 'test-key' }));
  await app.refresh();
  return {
    text: (selector: string) => root.querySelector(selector)?.textContent,
    names: () => [...root.querySelectorAll('li .name')].map((name) => name.textContent),
    problem: () => root.querySelector<HTMLElement>('[data-part=list-problem]')!,
    add(name: string, tag = '') {
      const [nameInput, tagInput] = root.querySelectorAll('input');
      nameInput!.value = name;
      tagInput!.value = tag;
      root.querySelector<HTMLButtonElement>('form button')!.click();
    },
  };
}

test('the page lists the pets', async () => {
  const page = await openPage();
  expect(page.names()).toEqual(['Rex', 'Misty']);
  expect(page.text('[role=status]')).toBe('2 pets');
});

test('the page says that there are no pets', async () => {
  catalog.restore({ ...catalog.snapshot(), pets: [] });
  const page = await openPage();
  expect(page.text('[role=status]')).toBe('No pets yet: add the first one.');
});

test('a new pet reaches the service and the list', async () => {
  const page = await openPage();
  page.add('Bella', 'cat');

  const [request] = await catalog.requests.waitFor({ operation: 'createPet', status: 201 });
  expect(request?.requestBody).toBe('{"name":"Bella","tag":"cat"}');
  await vi.waitFor(() => expect(page.names()).toEqual(['Rex', 'Misty', 'Bella']));
  expect(catalog.pets.count()).toBe(3);
});

test('a pet without a tag is sent without one', async () => {
  const page = await openPage();
  page.add('Bella');
  const [request] = await catalog.requests.waitFor({ operation: 'createPet', status: 201 });
  expect(request?.requestBody).toBe('{"name":"Bella"}');
  await vi.waitFor(() => expect(page.names()).toContain('Bella'));
});

test('a list that failed once appears after a retry', async () => {
  catalog.faults.add({ operation: 'listPets', status: 503, error: 'Out walking', times: 1 });
  const page = await openPage();
  expect(page.problem().hidden).toBe(false);
  expect(page.problem().textContent).toContain('No list: Out walking');

  page.problem().querySelector('button')!.click();
  await vi.waitFor(() => expect(page.names()).toEqual(['Rex', 'Misty']));
  expect(page.problem().hidden).toBe(true);
});

test('the page tells an unreachable service from one that refuses', async () => {
  catalog.faults.add({ operation: 'listPets', network: 'reset' });
  const page = await openPage();
  expect(page.problem().textContent).toContain('The service cannot be reached');
});

test('a refused pet is not in the list', async () => {
  catalog.faults.add({ operation: 'createPet', status: 507, error: 'No baskets left' });
  const page = await openPage();
  page.add('Bella');
  await vi.waitFor(() =>
    expect(page.text('[data-part=form-problem]')).toBe('Not added: No baskets left'),
  );
  expect(page.names()).toEqual(['Rex', 'Misty']);
});
