import { expect, test } from 'vitest';
import { complete, fill, isWrite, type Values } from '../../src/verify/cases/case.ts';
import { serviceCases } from '../../src/verify/cases/index.ts';
import { verifyService } from '../../src/verify/index.ts';
import { startBroken } from './support/start-proxy.ts';

const values: Values = { pet: 'pet', escaped: 'e', unknown: 'unknown', name: 'new', key: 'key' };

test('a case that uses a pet needs one, and no placeholder is left in a request', () => {
  for (const one of serviceCases) {
    const { path, headers, body } = complete(fill(one, values).request);
    expect(path, one.name).toMatch(/^\/v2(?:\/|$)/);
    expect(JSON.stringify([path, headers, body]), one.name).not.toMatch(
      /\{(?:pet|escaped|unknown|name|key)\}/,
    );
    const usesPet = /\{(?:pet|escaped)\}/.test(one.request.path ?? '');
    if (usesPet) expect(one.needs.pets, one.name).toBeGreaterThan(0);
  }
});

test('a case that may change something creates a pet, or names an id that no pet has', () => {
  for (const one of serviceCases.filter(isWrite)) {
    const { method, path } = complete(fill(one, values).request);
    if (['GET', 'HEAD', 'OPTIONS'].includes(method)) continue;
    expect(`${method} ${path}`, one.name).toMatch(
      /^(?:POST \/v2\/pets(?:\?.*)?|\w+ \/v2\/pets\/unknown)$/,
    );
  }
});

test('there are at most 150 cases, with a name of their own each', () => {
  const names = new Set(serviceCases.map(({ name }) => name));
  expect(names.size).toBe(serviceCases.length);
  expect(serviceCases.length).toBeLessThanOrEqual(150);
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
