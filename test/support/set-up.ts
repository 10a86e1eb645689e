import { existsSync, rmSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { run } from '../browser/support/run.ts';
import { manifest, root } from '../package/support/package.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where to ask for what takes time to make: `prepared()` does. */
    preparer: string;
  }
}

/**
 * Makes what takes time, once for all test files, when the first file asks. Other files run meanwhile.
 * The build begins at once if `scripts/test.js` asks for it.
 */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-'));
  // vitest does not call the returned function if the run is interrupted.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const made = new Map<string, Promise<string>>();

  function make(path: string): Promise<string> {
    const thing = made.get(path) ?? begin(path);
    made.set(path, thing);
    return thing;
  }

  async function begin(path: string): Promise<string> {
    if (path === '/dist') return process.env['BUILD_BESIDE_TESTS'] ? build() : findBuild();
    if (path === '/tarball') {
      await make('/dist');
      return pack(folder);
    }
    if (path === '/project') return installConsumer(folder, await make('/tarball'));
    if (path === '/examples') return installExamples(folder, await make('/tarball'));
    if (path.startsWith('/examples/')) {
      if (lightExamples.includes(basename(path)))
        return join(await make('/examples'), basename(path));
      return installExample(folder, path, await make('/tarball'));
    }
    return installPackages(path.slice(1));
  }

  const server = createServer((request, response) => {
    make(request.url!).then(
      (place) => response.end(place),
      (error: unknown) => response.writeHead(500).end((error as Error).message),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provide('preparer', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const building = process.env['BUILD_BESIDE_TESTS'] ? make('/dist') : undefined;
  // It may fail before a test awaits it.
  building?.catch(() => {});
  return async () => {
    server.close();
    await Promise.allSettled(made.values());
    await rm(folder, { recursive: true, force: true });
    // vitest only prints what is thrown here.
    await building?.catch((error: unknown) => {
      process.exitCode = 1;
      throw error;
    });
  };
}

async function build(): Promise<string> {
  await run('npm', ['run', '--silent', 'build'], { cwd: root });
  return findBuild();
}

async function findBuild(): Promise<string> {
  const dist = join(root, 'dist');
  // The build writes it last, so a build that failed lacks it.
  if (!existsSync(join(dist, 'config.schema.json')))
    throw new Error('There is no build: npm run build');
  return dist;
}

/** Installs what a folder's own `package.json` asks for, unless it is there. */
async function installPackages(folder: string): Promise<string> {
  await run(process.execPath, ['scripts/install.js', folder], { cwd: root });
  return join(root, folder);
}

const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];

/** @returns A fresh project that has the package installed from its tarball, and what its user has. */
async function installConsumer(folder: string, tarball: string): Promise<string> {
  const project = join(folder, 'project');
  await cp(join(root, 'test/package/consumer'), project, { recursive: true });
  await writeFile(join(project, 'package.json'), '{"private":true,"type":"module"}');
  const others = ['msw', 'typescript', '@types/node'].map(
    (name) => `${name}@${manifest.devDependencies[name]}`,
  );
  await run('npm', ['install', ...flags, tarball, ...others], { cwd: project });
  return project;
}

/** Examples that `npm run test:all` runs. */
const lightExamples = [
  'cypress',
  'grown-service',
  'node-test',
  'pet-list',
  'playwright',
  'vite',
  'vitest',
];

/**
 * Installs the light examples together, as workspaces of one project, which takes a quarter of the time.
 *
 * @returns The folder of the copies, outside of the repository.
 */
async function installExamples(folder: string, tarball: string): Promise<string> {
  const examples = join(folder, 'workspaces/examples');
  for (const name of lightExamples) await copyExample(join('examples', name), join(examples, name));
  // Each of them asks for the tarball two folders above.
  await cp(tarball, join(folder, 'workspaces', basename(tarball)));
  const { typescript } = manifest.devDependencies;
  const project = { private: true, workspaces: ['*'], devDependencies: { typescript } };
  await writeFile(join(examples, 'package.json'), JSON.stringify(project));
  await run('npm', ['install', ...flags], { cwd: examples });
  return examples;
}

/** @returns A copy of an example, outside the repository, that has the package from its tarball. */
async function installExample(folder: string, path: string, tarball: string): Promise<string> {
  const project = join(folder, path);
  await copyExample(path, project);
  await run('npm', ['install', ...flags, '--save-dev', tarball], { cwd: project });
  return project;
}

async function copyExample(path: string, project: string): Promise<void> {
  const filter = (file: string) => !/[\\/](?:node_modules|package-lock\.json)$/.test(file);
  await cp(join(root, path), project, { recursive: true, filter });
}

/** Packs the build: `npm pack` would build it again. */
async function pack(folder: string): Promise<string> {
  const flagsOfPack = ['--loglevel=error', '--ignore-scripts', '--pack-destination', folder];
  await run('npm', ['pack', ...flagsOfPack], { cwd: root });
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  return join(folder, tarball!);
}
