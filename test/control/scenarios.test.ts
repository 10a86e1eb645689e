import { expect, test } from 'vitest';
import { startedServer } from './support/started-server.ts';

test.each([
  [{ name: 'x' }, 404, 'There is no scenario "x": the name must be one of "empty", "shelter", '],
  [{}, 400, 'The choice of a scenario lacks the field "name"'],
  [{ name: 'many', pets: 3 }, 400, 'The choice of a scenario has an unknown field "pets"'],
])('the scenario %j is refused, and changes nothing', async (body, status, error) => {
  const { admin, catalog } = await startedServer({ scenarios: { many: { pets: 100_000 } } });
  const before = catalog.snapshot();
  const answer = await admin('PUT /scenarios/current', { body });
  expect(answer).toMatchObject({
    status,
    json: { error: expect.stringContaining(error) as string },
  });
  expect(catalog.snapshot()).toEqual(before);
});

test('chooses no scenario, also if the server started with one', async () => {
  const { admin, catalog } = await startedServer({ scenario: 'slow', pets: 3, delay: 1 });
  catalog.faults.add({ status: 500 });
  expect(await admin('PUT /scenarios/current', { body: { name: null } })).toMatchObject({
    status: 204,
  });
  expect(await admin('GET /info')).toMatchObject({ json: { scenario: null, delay: 1 } });
  expect(catalog.scenarios.current()).toBeNull();
  expect(catalog.faults.list()).toEqual([]);
  expect(catalog.pets.count()).toBe(3);
  catalog.reset();
  expect(catalog.scenarios.current()).toBe('slow');
});
