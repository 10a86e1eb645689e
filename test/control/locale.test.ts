import { plainModel } from '../../src/contract/pet-model.ts';
import { describe, expect, test } from 'vitest';
import { findLocale, locales } from '../../src/controls/locales.ts';
import { generatePets } from '../../src/fixtures/generate.ts';
import { loadPetNames } from '../../src/fixtures/pet-names.ts';
import type { ServerOptions } from '../../src/server.ts';
import { startedServer } from './support/started-server.ts';
import { runCommand } from '../cli/support/command.ts';

const catalogIn = async (options: ServerOptions) => (await startedServer(options)).catalog;

describe('locale', () => {
  test('gives generated pets the names of that language, and the ids and tags of any other', async () => {
    const names = new Set(await loadPetNames('de'));
    const german = (await catalogIn({ locale: 'de-AT', pets: 50 })).pets.list();
    const english = (await catalogIn({ pets: 50 })).pets.list();

    expect(german.filter(({ name }) => !names.has(name))).toEqual([]);
    expect(german.map(({ id, tag }) => [id, tag])).toEqual(english.map(({ id, tag }) => [id, tag]));
    expect(german.map(({ name }) => name)).not.toEqual(english.map(({ name }) => name));
  });

  test('also applies to a seed, a scenario and a reset', async () => {
    const names = new Set(await loadPetNames('ja'));
    const catalog = await catalogIn({ locale: 'ja' });
    const foreign = () => catalog.pets.list().filter(({ name }) => !names.has(name));

    catalog.seed({ pets: 60, seed: 3 });
    expect([catalog.pets.count(), foreign()]).toEqual([60, []]);
    catalog.scenarios.use('shelter');
    expect([catalog.pets.count(), foreign()]).toEqual([200, []]);
    catalog.reset();
    expect([catalog.pets.count(), foreign()]).toEqual([25, []]);
  });

  test.each<[string, string]>([
    ...locales.map((locale): [string, string] => [locale, locale]),
    ['DE', 'de'],
    ['de-AT', 'de'],
    ['pt-BR', 'pt_BR'],
    ['pt', 'pt_BR'],
    ['zh-tw', 'zh_TW'],
    ['en-GB', 'en'],
  ])('%s is %s', (given, meant) => {
    expect(findLocale(given)).toBe(meant);
  });
});

test('each locale but English has a list of names without repeats', async () => {
  for (const locale of locales.filter((one) => one !== 'en')) {
    // oxlint-disable-next-line no-await-in-loop -- each loads faker's English names as well.
    const names = (await loadPetNames(locale))!;
    expect(names.length, locale).toBeGreaterThan(20);
    expect(new Set(names).size, locale).toBe(names.length);
    expect(names.filter((name) => typeof name !== 'string' || name.trim() === '')).toEqual([]);
  }
});

// Korean has names of pets, German has those of people.
test.each(['de', 'ko', 'zh_CN'] as const)(
  'the build has the same names in %s as the source',
  async (locale) => {
    const args = ['--pets', '40', '--seed', '5', '--locale', locale];
    const { stdout } = await runCommand(['fixtures', ...args]);
    const expected = [...generatePets(plainModel, 40, 5, await loadPetNames(locale))];
    expect(JSON.parse(stdout)).toMatchObject(expected);
  },
);
