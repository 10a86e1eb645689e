import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { root } from '../package/support/package.ts';
import { runContainerCases } from './support/container-cases.ts';
import { buildImage, type BuiltImage } from './support/dockerfile.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe.runIf(process.platform === 'linux')('the image, with all steps of its Dockerfile', () => {
  let folder: string;
  let image: BuiltImage;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'image-'));
    const left = read('.dockerignore').trim().split('\n');
    const names = new Set(left.map((line) => basename(line)));
    image = await buildImage(read('Dockerfile'), folder, root, names);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  runContainerCases(() => image);
});
