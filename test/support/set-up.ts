import { copyFile, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { run } from '../../browser/support/run.ts';
import { manifest, root } from './package.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where to ask for a project that has the package installed: `installedProject()` does. */
    installer: string;
  }
}

const consumer = join(import.meta.dirname, '../consumer');

/**
 * Packs the package (`/tarball`), and installs it in the projects that are asked for (`/`,
 * `/examples/vitest`), each once for all test files: when the first of them asks, so that the others run meanwhile, and a
 * run without them installs nothing.
 */
export default async function offerInstall({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-'));
  let packing: Promise<string> | undefined;
  const installing = new Map<string, Promise<string>>();
  async function install(path: string): Promise<string> {
    packing ??= pack(folder);
    const tarball = await packing;
    if (path === '/tarball') return tarball;
    return path === '/' ? installConsumer(folder, tarball) : installExample(folder, path, tarball);
  }
  const server = createServer((request, response) => {
    const path = request.url!;
    const project = installing.get(path) ?? install(path);
    installing.set(path, project);
    project.then(
      (place) => response.end(place),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provide('installer', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    await Promise.allSettled(installing.values());
    await rm(folder, { recursive: true, force: true });
  };
}

const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];

/** @returns A fresh project that has the package installed from its tarball, and what its user has. */
async function installConsumer(folder: string, tarball: string): Promise<string> {
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"private":true,"type":"module"}');
  for (const file of await readdir(consumer)) {
    await copyFile(join(consumer, file), join(project, file));
  }
  const others = ['msw', 'typescript', '@types/node'].map(
    (name) => `${name}@${manifest.devDependencies[name]}`,
  );
  await run('npm', ['install', ...flags, tarball, ...others], { cwd: project });
  return project;
}

/** @returns A copy of an example, outside the repository, that has the package from its tarball. */
async function installExample(folder: string, path: string, tarball: string): Promise<string> {
  const project = join(folder, path);
  const filter = (file: string) => !/[\\/](?:node_modules|package-lock\.json)$/.test(file);
  await cp(join(root, path), project, { recursive: true, filter });
  await run('npm', ['install', ...flags, '--save-dev', tarball], { cwd: project });
  return project;
}

/**
 * Packs a copy in which nothing has been built, so that `npm pack` must build it. The copy lies in the
 * repository, where the build finds the packages.
 */
async function pack(folder: string): Promise<string> {
  const results = join(root, 'test-results');
  await mkdir(results, { recursive: true });
  const copy = await mkdtemp(join(results, 'packed-'));
  const left = new Set([
    'node_modules',
    'dist',
    '.git',
    'coverage',
    'test-results',
    'peers',
    'results',
  ]);
  const filter = (path: string) => !left.has(basename(path));
  try {
    for (const name of (await readdir(root)).filter(filter)) {
      await cp(join(root, name), join(copy, name), { recursive: true, filter });
    }
    await run('npm', ['pack', '--loglevel=error', '--pack-destination', folder], { cwd: copy });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  return join(folder, tarball!);
}
