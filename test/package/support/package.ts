import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Manifest {
  version: string;
  engines: { node: string };
  bin: Record<string, string>;
  scripts: Record<string, string>;
  exports: Record<string, string | Record<string, Record<string, string>>>;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

export const root = join(import.meta.dirname, '../../..');

export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
