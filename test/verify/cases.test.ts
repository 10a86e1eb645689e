import { expect, test } from 'vitest';
import { alba, bruno, complete, type Provided } from '../../src/verify/cases/case.ts';
import { serviceCases } from '../../src/verify/cases/index.ts';
import { verifyService } from '../../src/verify/index.ts';
import { startBroken } from './support/start-proxy.ts';

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Provides data and notes which of it a case uses. */
function watched() {
  const used = new Set<string>();
  const data: Provided = {
    pets: [alba, bruno, alba],
    untagged: bruno,
    ownPet: alba,
    newName: 'new',
    unknownId: 'unknown',
    key: 'key',
  };
  const has = new Proxy(data, {
    get: (target, property: keyof Provided) => (used.add(property), target[property]),
  });
  return { has, used };
}

test('a case declares what it needs', () => {
  for (const { name, needs, build } of serviceCases) {
    const { has, used } = watched();
    const { before, request } = build(has);
    const { method, path } = complete(request);
    const needed = {
      pets: used.has('pets'),
      untagged: used.has('untagged'),
      ownPet: used.has('ownPet'),
      write: before !== undefined || !reads.has(method),
    };
    const declared = {
      pets: (needs.pets ?? 0) > 0,
      untagged: needs.untagged === true,
      ownPet: needs.ownPet === true,
      write: needs.write === true,
    };
    // A list needs pets to be worth asking, even if its request does not name one.
    const wanted = { ...declared, pets: needed.pets || declared.pets };
    expect({ name, ...wanted }).toEqual({ name, ...declared, ...needed, pets: declared.pets });
    expect(path, name).toMatch(/^\/v2(?:\/|$)/);
  }
});

test('a case that changes a pet uses one of its own, or an id that no pet has', () => {
  for (const { name, build } of serviceCases) {
    const { has } = watched();
    const { method, path } = complete(build({ ...has, ownPet: { ...alba, id: 'own' } }).request);
    if (reads.has(method)) continue;
    expect(`${method} ${path}`, name).toMatch(
      /^(?:POST \/v2\/pets(?:\?.*)?|\w+ \/v2\/pets\/(?:own|unknown))$/,
    );
  }
});

test('there are about 150 cases, with a name of their own each', () => {
  const names = new Set(serviceCases.map(({ name }) => name));
  expect(names.size).toBe(serviceCases.length);
  expect(serviceCases.length).toBeLessThan(165);
});

test('the order of a list of unknown pets is not asked', async () => {
  const { url } = await startBroken({}, { dialect: { order: 'newest' } });
  const report = await verifyService({ url, only: ['Order of the list'] });
  expect(report).toMatchObject({ same: 0, different: 0, notAsked: report.cases.length });
});

test('a list that leaves out the new pet does not decide the order', async () => {
  const { url } = await startBroken({}, { dialect: { maxLimit: 2 } });
  const { cases } = await verifyService({ url, write: true, only: ['Order of the list'] });
  expect(cases).toMatchObject([
    { outcome: 'not asked', why: 'the list does not show where a new pet comes' },
  ]);
});
