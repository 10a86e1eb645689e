import { expect, test } from 'vitest';
import { startServer } from '../../src/server.ts';
import { createPetClient, misuse } from './client.ts';

test('a client made from the OpenAPI document alone creates a pet, gets it and lists it', async () => {
  await using server = await startServer({ port: 0, pets: 3, apiKeys: ['outside'] });
  const client = createPetClient(server.url, 'outside');

  const rex = await client.create({ name: 'Rex', tag: 'dog' });
  expect(rex).toEqual({ name: 'Rex', tag: 'dog', id: rex.id });
  expect(await client.get(rex.id)).toEqual(rex);
  expect((await client.list()).at(-1)).toEqual(rex);
  expect(await client.list(2)).toHaveLength(2);
  await expect(client.get('nobody')).rejects.toMatchObject({ status: 404 });
  // What its types refuse, the service refuses as well.
  const misused = await Promise.allSettled(misuse(client));
  expect(misused.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
});
