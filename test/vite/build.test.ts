import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, preview } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { petCatalogMock, type PetCatalogPluginOptions } from '../../src/vite/index.ts';
import { clientOf, collectLog, makeProject } from './support/project.ts';

async function buildWith(root: string, options: PetCatalogPluginOptions = {}): Promise<string[]> {
  const plugins = [petCatalogMock(options)];
  await build({ configFile: false, root, logLevel: 'error', plugins });
  return (await readdir(join(root, 'dist'))).sort();
}

test('a build has nothing of the mock', async () => {
  const { root } = await makeProject();
  expect(await buildWith(root)).toEqual(['index.html']);
});

test("a build has msw's worker script on request", async () => {
  const { root } = await makeProject();
  const built = await buildWith(root, { emitWorker: true });
  expect(built).toEqual(['index.html', 'mockServiceWorker.js']);
  const script = await readFile(join(root, 'dist/mockServiceWorker.js'), 'utf8');
  expect(script).toContain('Mock Service Worker');
});

test("a script of the project's own is the one in the build", async () => {
  const { root } = await makeProject({ 'public/mockServiceWorker.js': '// theirs' });
  await buildWith(root, { emitWorker: true });
  expect(await readFile(join(root, 'dist/mockServiceWorker.js'), 'utf8')).toBe('// theirs');
});

test('a preview has the service, the dashboard and the line, and closes with a stream open', async () => {
  const { root } = await makeProject();
  await buildWith(root);
  const log = collectLog();
  const server = await preview({
    configFile: false,
    root,
    customLogger: log.logger,
    preview: { host: '127.0.0.1', port: 0 },
    plugins: [petCatalogMock({ pets: 2 })],
  });
  onTestFinished(() => server.close());
  const { get, names, page } = clientOf(() => new URL(server.resolvedUrls!.local[0]!).origin);
  expect(await names()).toHaveLength(2);
  expect(await page('/__pets/')).toContain('<title>Pet Catalog Mock');
  expect(await page('/docs')).toContain('<title>Theirs');
  server.printUrls();
  expect(log.text()).toContain('/v2, dashboard: ');

  const { body } = await get('/__admin/events');
  const ended = new Response(body).text().catch(() => '');
  await server.close();
  await ended;
});
