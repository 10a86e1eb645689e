import { expect, test } from 'vitest';
import { startedServer } from './support/started-server.ts';

test.each([
  [
    { name: 'x' },
    404,
    'There is no scenario "x": the name must be one of "empty", "shelter", "slow", "flaky", "down", "full", "many"',
  ],
  [{}, 400, 'The choice of a scenario lacks the field "name"'],
  [{ name: 7 }, 400, 'The choice of a scenario: "name" must be a string, not 7'],
  [{ name: 'many', pets: 3 }, 400, 'The choice of a scenario has no field "pets"'],
  ['[]', 400, 'The choice of a scenario must be'],
  ['{', 400, 'The request body is not valid JSON'],
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

test.each([
  ['PATCH /pets/none', {}, 404, 'There is no pet of that id'],
  ['DELETE /pets/a%2Fb%20c', undefined, 404, 'There is no pet of that id'],
  ['PATCH /pets/rex', { id: 'x' }, 400, 'has no field "id"'],
  ['PATCH /pets/rex', undefined, 400, 'Changes of a pet must be a JSON object'],
])('a change of a pet that makes no sense is refused: %s %j', async (line, body, status, error) => {
  const { admin, catalog } = await startedServer({ fixtures: [{ name: 'Rex', id: 'rex' }] });
  expect(await admin(line, { body })).toMatchObject({
    status,
    json: { error: expect.stringContaining(error) as string },
  });
  expect(catalog.pets.list()).toEqual([{ name: 'Rex', tag: '', id: 'rex' }]);
});

test('the methods that a control takes are in Allow', async () => {
  const { admin } = await startedServer();
  for (const [line, allow] of [
    ['DELETE /scenarios/current', 'OPTIONS, PUT'],
    ['PUT /pets/rex', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
  ] as const) {
    expect((await admin(line)).headers.get('allow')).toBe(allow);
  }
});
