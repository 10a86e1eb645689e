import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { targetsOf } from '../docs/support/documents.ts';
import { toSlashes } from '../support/systems.ts';
import { prepared } from '../support/prepared.ts';
import { manifest, root } from './support/package.ts';

const project = await prepared('project');
const installed = join(project, 'node_modules/pet-catalog-mock');
const entries = await readdir(installed, { recursive: true, withFileTypes: true });
/** What is in the tarball, by path. */
const files = entries
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => toSlashes(relative(installed, join(parentPath, name))));

test('npm builds the package before it packs it', () => {
  expect(manifest.scripts['prepack']).toContain('npm run --silent build');
});

describe('the tarball', () => {
  test('contains the build, the licences, the README and the pages that it links to, and nothing else', () => {
    const others = files.filter(
      (path) =>
        !/^(?:dist|decisions|docs)\/|^(?:package\.json|README\.md|LICENSE|llms\.txt|CHANGELOG\.md|bench\/README\.md)$/.test(
          path,
        ),
    );
    expect(others).toEqual([]);
    const needed = ['package.json', 'README.md', 'LICENSE', 'dist/THIRD-PARTY-LICENSES.txt'];
    expect(needed.filter((path) => !files.includes(path))).toEqual([]);
    const left = /\.test\.|\.bench\.|tsbuildinfo|node_modules/;
    expect(files.filter((path) => left.test(path))).toEqual([]);
  });

  test('holds all that its documents link to', () => {
    const documents = files.filter((path) => path.endsWith('.md'));
    const missing = documents.flatMap((path) =>
      targetsOf(readFileSync(join(root, path), 'utf8'))
        .filter((target) => !target.startsWith('#'))
        .map((target) => join(dirname(path), target.split('#')[0]!))
        .filter((target) => !files.includes(target))
        .map((target) => `${path}: ${target}`),
    );
    expect(documents).toContain('README.md');
    expect(missing).toEqual([]);
  });

  test('holds no declaration that names a package which its user may not have', () => {
    const declarations = files.filter((path) => path.endsWith('.d.ts'));
    const named = declarations.flatMap((path) => {
      const text = readFileSync(join(installed, path), 'utf8');
      return Array.from(text.matchAll(/(?:\bfrom |\bimport\()'([^'.][^']*)'/g), ([, name]) => ({
        path,
        name: /^(?:@[^/]+\/)?[^/]+/.exec(name!)![0],
      }));
    });
    /** The packages whose users have them installed, and msw. */
    const users: Record<string, RegExp> = {
      vitest: /^dist\/vitest[./]/,
      '@playwright/test': /^dist\/playwright[./]/,
      vite: /^dist\/vite[./]/,
      storybook: /^dist\/storybook[./]/,
    };
    const others = named
      // Examples name the package itself.
      .filter(({ name }) => !/^(?:node:|msw$|@faker-js\/faker$|pet-catalog-mock$)/.test(name))
      .filter(({ path, name }) => !users[name]?.test(path));
    expect(others).toEqual([]);
    expect(Object.keys(manifest.peerDependencies).toSorted()).toEqual(
      ['msw', ...Object.keys(users)].toSorted(),
    );
  });

  test('holds no source maps, and names none: their frames would be of files that it lacks', () => {
    expect(files.filter((path) => path.endsWith('.map'))).toEqual([]);
    const code = files.filter((path) => /^dist\/(?:[^/]+|chunks\/.*|vitest\/.*)\.js$/.test(path));
    expect(code.length).toBeGreaterThan(20);
    const naming = code.filter((path) =>
      /^\/\/# sourceMappingURL=/m.test(readFileSync(join(installed, path), 'utf8')),
    );
    expect(naming).toEqual([]);
  });

  test('names no folder of the machine that built it', () => {
    const naming = files.filter((path) => {
      const text = readFileSync(join(installed, path), 'latin1');
      return text.includes(root) || text.includes(dirname(project));
    });
    expect(naming).toEqual([]);
  });
});
