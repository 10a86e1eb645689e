import { expect, test } from 'vitest';
import { createPetCatalog, type Pet, type PetCatalogOptions } from '../../src/index.ts';
import { jsonOf, type Host } from '../support/answer.ts';
import { catalogFetch, setupServerFetch } from '../support/hosts-in-process.ts';
import { mountedHost, serverHost } from '../support/hosts-over-http.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { complete, create } from '../../src/verify/cases/case.ts';

const hosts: Host[] = [
  catalogFetch,
  setupServerFetch,
  serverHost('the server', {}),
  serverHost('the server without its fast lane', { fastLane: false }),
  mountedHost('an app in another', {}),
];

const options: PetCatalogOptions = { seed: 42, pets: 10 };

/** The same calls in the same order, refusals and chaos among them. */
async function story(host: Host): Promise<{ pets: unknown; statuses: (number | undefined)[] }> {
  const open = await host.open(options);
  try {
    open.catalog.faults.add({ status: 503, rate: 0.5 });
    const statuses: (number | undefined)[] = [];
    for (let call = 0; call < 20; call++) {
      const request = call % 5 === 4 ? create({ tag: 'dog' }) : create({ name: `pet ${call}` });
      statuses.push((await open.send(complete(request)))?.status);
    }
    open.catalog.faults.clear();
    const listed = await open.send(complete({}));
    return { pets: jsonOf(listed!), statuses };
  } finally {
    await open.close();
  }
}

test.each(hosts)(
  'the same seed and calls give the same pets, ids and chaos on $name',
  async (host) => {
    const first = await story(host);
    expect(first).toEqual(await story(catalogFetch));
    expect(new Set(first.statuses)).toEqual(new Set([201, 400, 503]));
  },
);

test('another process gives the same pets and ids', async () => {
  const catalog = createPetCatalog(options);
  catalog.pets.create({ name: 'Rex' });
  const script = `
    const catalog = createPetCatalog(${JSON.stringify(options)});
    catalog.pets.create({ name: 'Rex' });
    console.log(JSON.stringify(catalog.pets.list()));`;
  const pets = JSON.parse(await runInProcess(script)) as Pet[];
  expect(pets).toEqual(catalog.pets.list());
  expect(pets).toHaveLength(11);
});
