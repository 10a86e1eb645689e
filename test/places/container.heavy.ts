import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe } from 'vitest';
import { root } from '../package/support/package.ts';
import { runContainerCases } from './support/container-cases.ts';
import { buildImage } from './support/dockerfile.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe.runIf(process.platform === 'linux')('the image, with all steps of its Dockerfile', () => {
  runContainerCases((folder) => {
    const left = read('.dockerignore').trim().split('\n');
    const names = new Set(left.map((line) => basename(line)));
    return buildImage(read('Dockerfile'), folder, root, names);
  });
});
