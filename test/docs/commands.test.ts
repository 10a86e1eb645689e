import { expect, test } from 'vitest';
import { version } from '../../src/version.ts';
import { manifest } from '../package/support/package.ts';
import { documents, read } from './support/documents.ts';

const { version: packaged, scripts, exports, engines } = manifest;

test("the mock's version is the package's", () => {
  expect(version).toBe(packaged);
});

test('the README names the version, the entries and the Node versions of the package', () => {
  const readme = read('README.md');
  expect(readme).toContain(`pet-catalog-mock-${packaged}.tgz`);
  expect(engines.node).toBe('^20.19.0 || ^22.12.0 || >=24.0.0');
  expect(readme).toContain('Node 20.19 or a later 20, 22.12 or a later 22, or 24 or later');
  const entries = Object.keys(exports).map((entry) => entry.replace(/^\.\/?/, ''));
  const absent = entries.filter((entry) => entry !== 'package.json' && !readme.includes(entry));
  expect(absent).toEqual([]);
});

test('each npm script that a document names exists', () => {
  const text = documents().map(read).join('\n');
  const named = Array.from(
    text.matchAll(/npm (?:run ([\w:]+)|(start|test)\b)/g),
    ([, run, own]) => run ?? own!,
  );
  // A script of the reader's own project, or of an example.
  const others = new Set(['e2e', 'dev', 'measure', 'mock', 'generate', 'generate:control']);
  const missing = named.filter((name) => !scripts[name] && !others.has(name));
  expect(missing).toEqual([]);
});
