import { mkdir, readdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createLogger, createServer, type InlineConfig } from 'vite';
import { onTestFinished } from 'vitest';
import { petCatalogMock, type PetCatalogPluginOptions } from '../../../src/vite/index.ts';
import { create } from '../../../src/verify/cases/case.ts';
import { root as repository } from '../../package/support/package.ts';
import { folderWith } from '../../support/folder.ts';
import { sendFetch } from '../../support/send-http.ts';

const packages = join(repository, 'node_modules');

/** Makes a project for the length of a test, which has the packages of this one, and this one. */
export async function makeProject(files: Record<string, string> = {}) {
  const root = await realpath(await folderWith());
  const modules = join(root, 'node_modules');
  await mkdir(modules);
  for (const name of (await readdir(packages)).filter((one) => !one.startsWith('.'))) {
    await symlink(join(packages, name), join(modules, name), 'junction');
  }
  await symlink(repository, join(modules, 'pet-catalog-mock'), 'junction');
  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const all = { 'index.html': '<!doctype html><title>Theirs</title>', ...files };
  for (const [path, text] of Object.entries(all)) await write(path, text);
  return { root, write };
}

/** Collects what Vite would print. */
export function collectLog() {
  const lines: string[] = [];
  const logger = createLogger('info', { allowClearScreen: false });
  for (const kind of ['info', 'warn', 'error'] as const) {
    // Vite has colours in CI, too.
    logger[kind] = (text) => void lines.push(stripVTControlCharacters(text));
  }
  return { logger, text: () => lines.join('\n') };
}

/** Starts Vite's dev server for the length of a test, in a project of its own. */
export async function startDev(
  options: PetCatalogPluginOptions = {},
  config: InlineConfig = {},
  files: Record<string, string> = {},
) {
  const project = await makeProject(files);
  return { ...project, ...(await startDevIn(project.root, options, config)) };
}

/** The same in a project that is there. */
export async function startDevIn(
  root: string,
  options: PetCatalogPluginOptions = {},
  config: InlineConfig = {},
) {
  const log = collectLog();
  const server = await createServer({
    configFile: false,
    root,
    cacheDir: join(root, 'cache'),
    customLogger: log.logger,
    optimizeDeps: { noDiscovery: true },
    plugins: [petCatalogMock(options)],
    ...config,
    server: { host: '127.0.0.1', port: 0, ...config.server },
  });
  onTestFinished(() => server.close());
  await server.listen();
  const client = clientOf(() => new URL(server.resolvedUrls!.local[0]!).origin);
  return { server, log: log.text, ...client };
}

export function clientOf(origin: () => string) {
  const get = (path: string, init: RequestInit = {}) =>
    fetch(origin() + path, { ...init, headers: { 'X-API-Key': 'k', ...init.headers } });
  const text = async (path: string, init?: RequestInit) => (await get(path, init)).text();
  return {
    origin,
    get,
    text,
    /** As a browser asks for a page. */
    page: (path: string) => text(path, { headers: { accept: 'text/html' } }),
    create: (name: string) => sendFetch(origin(), create({ name })),
    names: async () =>
      ((await (await get('/v2/pets?limit=100')).json()) as { name: string }[]).map(
        ({ name }) => name,
      ),
  };
}
