import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { explainStart } from '../../src/cli/serve.ts';
import { commandOptions, createSetting } from '../../src/cli/settings.ts';
import { findPlace } from '../../src/server/load-module.ts';
import { root } from '../package/support/package.ts';

// What other systems do, as far as it can be told here.

test.each([
  ['80', 'No permission to listen on port 80 of 127.0.0.1: choose one above 1023 with --port N'],
  [
    '50010',
    'Port 50010 of 127.0.0.1 is reserved by the system: choose another with --port N; --port 0 takes a free one',
  ],
])('a port that the system keeps for itself is explained: %s', (port, message) => {
  const option = commandOptions.find(({ name }) => name === 'port')!;
  const settings = new Map([['port', createSetting(option, '--port', port)]]);
  const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });

  expect(explainStart(error, settings).message).toBe(message);
});

test.each([
  ['C:\\Program Files\\app\\handlers.cjs', 'C:\\Program Files\\app\\handlers.cjs:3:14'],
  ['/home/a b/handlers.cjs', '/home/a b/handlers.cjs:3:14'],
])('the place where a CommonJS module threw is found: %s', (file, place) => {
  const stack = `Error: not today
    at Object.<anonymous> (${file}:3:14)
    at Module._compile (node:internal/modules/cjs/loader:1554:14)`;

  expect(findPlace(stack, file)).toBe(place);
  expect(findPlace(stack, `${file}.other`)).toBeUndefined();
});

interface Plugin {
  load?: (id: string) => string | null;
  resolveId?: (id: string, importer?: string) => string | null;
}

test('the bundler takes the paths of Windows for what they are', async () => {
  const { default: config } = (await import(
    pathToFileURL(join(root, 'rolldown.config.js')).href
  )) as { default: { plugins: Plugin[]; external: (id: string, importer?: string) => boolean } };
  const ask = (toPath: (path: string) => string) => {
    const plugins = config.plugins.flat() as Plugin[];
    const load = (path: string) =>
      plugins.flatMap((one) =>
        typeof one.load === 'function' ? (one.load(toPath(path)) ?? []) : [],
      );
    const resolve = (id: string, importer: string) =>
      plugins.flatMap((one) =>
        typeof one.resolveId === 'function' ? (one.resolveId(id, toPath(importer)) ?? []) : [],
      );
    return {
      bodyParser: load('/node_modules/body-parser/index.js'),
      graphql: load('/node_modules/@mswjs/data/lib/model/generateGraphQLHandlers.js'),
      forms: load('/node_modules/@modelcontextprotocol/server/dist/shimsNode.mjs'),
      lodash: resolve('lodash', '/node_modules/@mswjs/data/lib/glossary.js'),
      own: config.external(toPath('/src/index.ts')),
      ofOurs: config.external('vite', toPath('/src/vite.ts')),
      ofTheirs: config.external('vite', toPath('/node_modules/some/index.js')),
    };
  };
  const slashes = ask((path) => `/app${path}`);

  expect(ask((path) => `C:\\app${path.replaceAll('/', '\\')}`)).toEqual(slashes);
  expect(slashes).toMatchObject({ own: false, ofOurs: true, ofTheirs: false });
  for (const found of [slashes.bodyParser, slashes.graphql, slashes.forms, slashes.lodash]) {
    expect(found).toHaveLength(1);
  }
});
