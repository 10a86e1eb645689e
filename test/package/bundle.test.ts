import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { bundleForBrowser } from '../browser/support/bundle.ts';

const dist = join(import.meta.dirname, '../../dist');

/** What belongs to the server and the command, which is bundled into chunks of theirs. */
const ofTheServer =
  /\/dist\/(?:server|cli)\.js$|\/chunks\/(?:express-app|start|serve|run|verify-service)-/;

/** Each locale is loaded when it is asked for. */
const isLocale = (id: string) => /@faker-js\/faker\/(?:dist\/)?locale\/(?!en\b)/.test(id);
const noLocales = {
  name: 'no-locales',
  enforce: 'pre' as const,
  resolveId: (id: string) => (isLocale(id) ? { id, external: true } : null),
};

test.each([
  ['index.js', 420_000],
  ['browser/index.js', 500_000],
  ['client/index.js', 10_000],
])(
  'dist/%s bundles for a browser without Node and the server, in at most %i bytes compressed',
  async (file, mostBytes) => {
    const { builtins, modules, files } = await bundleForBrowser(join(dist, file), [noLocales]);
    expect(builtins).toEqual([]);
    expect(modules.filter((path) => ofTheServer.test(path))).toEqual([]);
    expect(gzipSync(Object.values(files).join('')).byteLength).toBeLessThan(mostBytes);
  },
);

test('nothing but `pet-catalog-mock mcp` loads the MCP SDK', () => {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, code: readFileSync(join(dist, name), 'utf8') }));
  const naming = (text: string) => files.filter(({ code }) => code.includes(text));

  const own = naming('./mcp-sdk-');
  expect(own.map(({ name }) => name)).toEqual([expect.stringMatching(/serve-mcp-[^/]+\.js$/)]);
  const users = naming('./serve-mcp-');
  expect(users.map(({ name }) => name)).toEqual([
    expect.stringMatching(/(?:run|arguments)-[^/]+\.js$/),
  ]);
  const isOnDemand = /mcp: async \(given\) => \(await import\("\.\/serve-mcp-/;
  expect(isOnDemand.test(users[0]!.code)).toBe(true);
});

test('a page that does not mount the controls of the worker loads nothing of them', async () => {
  const input = join(dist, 'browser/index.js');
  const entry = { preserveEntrySignatures: 'exports-only' } as const;
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [noLocales],
    build: { write: false, minify: true, rolldownOptions: { input, ...entry } },
  });
  if (!('output' in built)) throw new Error('There is one build');
  const chunks = built.output.filter((file) => file.type === 'chunk');
  const lazy = chunks.filter(({ isDynamicEntry }) => isDynamicEntry);
  const others = chunks.filter(({ isDynamicEntry }) => !isDynamicEntry);
  expect(others.filter(({ code }) => /attachShadow|vnode/.test(code))).toEqual([]);
  expect(lazy.map(({ code }) => code.includes('attachShadow'))).toEqual([true]);
  expect(gzipSync(lazy[0]!.code).byteLength).toBeLessThan(35_000);
});

test.each([
  ['playwright/index.js', []],
  ['client/index.js', []],
])(
  'an import of dist/%s loads no Express, and of the packages only %j',
  async (entry, packages) => {
    const loaded = new Set<string>();
    async function load(path: string): Promise<void> {
      if (loaded.has(path)) return;
      loaded.add(path);
      const code = await readFile(path, 'utf8');
      for (const [, name] of code.matchAll(/^(?:import|export)\b[^;]*?["']([^"']+)["'];$/gm)) {
        if (name!.startsWith('.')) await load(join(path, '..', name!));
        else loaded.add(name!);
      }
    }
    await load(join(dist, entry));
    const others = [...loaded].filter(
      (name) => !name.startsWith(dist) && !name.startsWith('node:'),
    );
    expect(others).toEqual(packages);
    expect([...loaded].filter((name) => name.includes('express-app-'))).toEqual([]);
    expect(loaded.size).toBeGreaterThan(1);
  },
);
