import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleForBrowser } from '../browser/support/bundle.ts';
import { toSlashes } from '../support/systems.ts';
import { root } from './support/package.ts';

const dist = join(root, 'dist');

/** The folder of the package that a module lies in; none for a module of our own. */
function packageOf(path: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}

/** Told by the source maps, not by what made the file. */
function bundledInDist(): string[] {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => name.endsWith('.js.map'))
    .flatMap((name) => {
      const map = JSON.parse(readFileSync(join(dist, name), 'utf8')) as { sources: string[] };
      return map.sources.map((source) => toSlashes(join(dist, name, '..', source)));
    });
}

const dashboard = await bundleForBrowser(join(root, 'src/dashboard/main.tsx'));
const modules = [...bundledInDist(), ...dashboard.modules];
const packages = [...new Set(modules.map(packageOf).filter((path) => path !== undefined))];
const file = ['', 'dashboard/']
  .map((folder) => readFileSync(join(dist, `${folder}THIRD-PARTY-LICENSES.txt`), 'utf8'))
  .join('\n');

test.each(packages.map((path) => [path.slice(root.length), path] as const))(
  '%s is in THIRD-PARTY-LICENSES with name, version and licence, its text and notices to the letter',
  (_, path) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(path, 'package.json'), 'utf8'),
    ) as { name: string; version: string; license: string };
    const entry = file.split(/^={80}$/m).find((part) => part.startsWith(`\n${name} ${version}, `));

    expect(entry?.split('\n')[1]).toBe(`${name} ${version}, ${license}`);
    expect(entry).toMatch(/Copyright|\(c\)/);
    expect(entry).toMatch(
      /Permission is hereby granted|Permission to use|Redistribution and use|Apache License/,
    );
    for (const own of readdirSync(path).filter((one) =>
      /^(?:licen[sc]e|notice|copying)/i.test(one),
    )) {
      expect(entry).toContain(readFileSync(join(path, own), 'utf8').trim());
    }
  },
);

test.each(['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'])(
  'the %s of Swagger UI is in dist/docs',
  (name) => {
    const original = readFileSync(join(root, 'node_modules/swagger-ui-dist', name), 'utf8');
    expect(readFileSync(join(dist, 'docs', name), 'utf8')).toBe(original);
  },
);
