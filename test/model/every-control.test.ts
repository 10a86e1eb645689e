import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import { adminRoutes } from '../../src/server/admin/routes/index.ts';
import { allCommands, createModels } from './commands.ts';
import { modelHosts, type OpenOptions } from './hosts.ts';

/** The ways to the service and to a key, the description of the plane, and collections, which the model lacks. */
const others = {
  members: ['handlers', 'fetch', 'forKey', 'collection'],
  routes: [
    'adminOpenApi',
    ...adminRoutes.filter(({ tag }) => tag === 'collections').map((one) => one.operationId),
  ],
};

/** Runs each command twice, with the same seed each time. */
async function runEach(name: string, more: OpenOptions): Promise<void> {
  await using real = await modelHosts.find((host) => host.name === name)!.open(false, more);
  const models = createModels();
  for (const command of allCommands(['one', null])) {
    for (const one of fc.sample(command, { numRuns: 2, seed: 1 })) await one.run(models, real);
  }
}

function membersOf(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'object' && !Array.isArray(member)
      ? membersOf(member as object, `${prefix}${name}.`)
      : [prefix + name],
  );
}

test('the commands use every control of a catalog', async () => {
  const used = new Set(others.members);
  await runEach('catalog.fetch, controlled through the catalog', {
    onControl: (member) => used.add(member),
  });
  expect([...used].toSorted()).toEqual(membersOf(createPetCatalog()).toSorted());
});

test('the commands use every route of the control plane', async () => {
  const used = new Set(others.routes);
  const watched: typeof fetch = (input, init) => {
    const [path = ''] = String(input).split('/__admin')[1]?.split('?') ?? [];
    const route = adminRoutes.find(
      (one) =>
        one.method === (init?.method ?? 'GET') &&
        new RegExp(`^${one.path.replace('{id}', '[^/]+')}$`).test(`/__admin${path}`),
    );
    if (route) used.add(route.operationId);
    return fetch(input, init);
  };
  await runEach('the server, controlled by a client', { fetch: watched });
  expect([...used].toSorted()).toEqual(adminRoutes.map((one) => one.operationId).toSorted());
});
