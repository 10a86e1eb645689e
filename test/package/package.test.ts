import {
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bundleForBrowser } from '../browser/support/bundle.ts';
import { run, serve } from '../browser/support/run.ts';
import { targetsOf } from '../docs/support/documents.ts';

const root = join(import.meta.dirname, '../..');

interface Manifest {
  version: string;
  bin: Record<string, string>;
  exports: Record<string, string | Record<string, Record<string, string>>>;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

interface SourceMap {
  sources: string[];
  sourcesContent: (string | null)[];
}

let folder: string;
let project: string;
let manifest: Manifest;
/** What is in the tarball, by path. */
let files: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed-'));
  project = join(folder, 'project');
  manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
  // The build has run before the tests, and they run beside each other: no second one.
  const packed = await run(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder],
    { cwd: root },
  );
  const [tarball] = Object.values(
    JSON.parse(packed) as Record<string, { filename: string; files: { path: string }[] }>,
  );
  files = tarball!.files.map(({ path }) => path);
  await install(join(folder, tarball!.filename));
}, 300_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A project of somebody else's, fresh but for the package and what a user of it has. */
async function install(tarball: string): Promise<void> {
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"private":true,"type":"module"}');
  for (const file of await readdir(join(import.meta.dirname, 'consumer'))) {
    await copyFile(join(import.meta.dirname, 'consumer', file), join(project, file));
  }
  const others = ['msw', 'typescript', '@types/node'].map(
    (name) => `${name}@${manifest.devDependencies[name]}`,
  );
  await run(
    'npm',
    [
      'install',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      tarball,
      ...others,
    ],
    { cwd: project },
  );
}

const node = (script: string) =>
  run(process.execPath, ['--input-type=module', '--eval', script], { cwd: project });

describe('the tarball', () => {
  test('holds the build, the licences, the README and what that links to, and nothing else', () => {
    const others = files.filter(
      (path) =>
        !/^(?:dist|decisions|docs)\/|^(?:package\.json|README\.md|LICENSE|bench\/README\.md)$/.test(
          path,
        ),
    );
    expect(others).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining([
        'package.json',
        'README.md',
        'LICENSE',
        'dist/THIRD-PARTY-LICENSES.txt',
      ]),
    );
    expect(
      files.filter((path) => /\.test\.|\.bench\.|tsbuildinfo|node_modules/.test(path)),
    ).toEqual([]);
  });

  test('holds whatever its documents link to', () => {
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

  test('holds every file that package.json names', () => {
    const named = [manifest.bin, manifest.exports].flatMap((table) =>
      Object.values(table).flatMap((value) =>
        typeof value === 'string' ? [value] : Object.values(value).flatMap(Object.values<string>),
      ),
    );
    expect(named.filter((path) => !files.includes(path.replace('./', '')))).toEqual([]);
  });

  test('holds no declaration that names a package which its user may not have', async () => {
    const named = await Promise.all(
      files
        .filter((path) => path.endsWith('.d.ts'))
        .map(async (path) => {
          const text = await readFile(join(project, 'node_modules/pet-catalog-mock', path), 'utf8');
          return Array.from(text.matchAll(/(?:\bfrom |\bimport\()'([^']+)'/g), ([, name]) => name!);
        }),
    );
    const packages = new Set(named.flat().filter((name) => !/^(?:\.|node:)/.test(name)));
    expect([...packages].toSorted()).toEqual(['express', 'msw', 'msw/browser']);
    expect(manifest.dependencies).toHaveProperty('@types/express');
  });

  test('holds source maps with the source of the package, and not of the libraries', async () => {
    const installed = join(project, 'node_modules/pet-catalog-mock');
    const maps = await Promise.all(
      files
        .filter((path) => path.endsWith('.js.map'))
        .map(
          async (path) => JSON.parse(await readFile(join(installed, path), 'utf8')) as SourceMap,
        ),
    );
    const sources = maps.flatMap(({ sources: names, sourcesContent }) =>
      names.map((name, index) => ({ name, content: sourcesContent[index] })),
    );
    const isOurs = (name: string) => /^(?:\.\.\/)+src\//.test(name);
    const absent = sources.filter(({ name, content }) => isOurs(name) && !content);
    const extra = sources.filter(({ name, content }) => !isOurs(name) && content);
    expect([...absent, ...extra].map(({ name }) => name)).toEqual([]);
    expect(sources.map(({ name }) => name)).toContain('../../src/catalog/catalog.ts');
  });

  test('names no folder of the machine that built it', async () => {
    const installed = join(project, 'node_modules/pet-catalog-mock');
    const contents = await Promise.all(
      files.map(async (path) => [path, await readFile(join(installed, path), 'latin1')] as const),
    );
    expect(contents.filter(([, text]) => text.includes(root)).map(([path]) => path)).toEqual([]);
  });
});

test('"npm pack" builds first, also where nothing has been built', async () => {
  const clone = join(folder, 'clone');
  const left = new Set(['node_modules', 'dist', '.git', 'coverage', 'peers', 'results']);
  await cp(root, clone, {
    recursive: true,
    filter: (path) => !left.has(basename(path)),
  });
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'));
  await run('npm', ['pack', '--loglevel=error', '--pack-destination', clone], { cwd: clone });
  const tarball = `pet-catalog-mock-${manifest.version}.tgz`;
  const listed = await run('tar', ['-tzf', tarball], { cwd: clone });
  const paths = listed
    .trim()
    .split('\n')
    .map((path) => path.replace('package/', ''));
  // What differs is the hash of a chunk, into which the path of node_modules goes.
  const nameOf = (path: string) => path.replace(/-[\w-]{8}(?=\.)/, '');
  expect(paths.map(nameOf).toSorted()).toEqual(files.map(nameOf).toSorted());
}, 60_000);

describe('a fresh project that has it installed', () => {
  test.each([
    ['pet-catalog-mock', 'createPetCatalog'],
    ['pet-catalog-mock/server', 'startServer'],
    ['pet-catalog-mock/server', 'createApp'],
    ['pet-catalog-mock/client', 'createControl'],
  ])('imports from %s the function %s', async (entry, name) => {
    const script = `import { ${name} } from '${entry}'; console.log(typeof ${name})`;
    expect(await node(script)).toBe('function\n');
  });

  test('finds the OpenAPI document in both forms, and package.json', async () => {
    const script = `
      import { createRequire } from 'node:module';
      import { readFileSync } from 'node:fs';
      const require = createRequire(import.meta.url);
      const read = (name) => readFileSync(require.resolve('pet-catalog-mock/' + name), 'utf8');
      console.log(JSON.stringify([
        JSON.parse(read('openapi.json')).openapi,
        read('openapi.yaml').includes('operationId: listPets'),
        JSON.parse(read('package.json')).version,
      ]));`;
    expect(JSON.parse(await node(script))).toEqual([
      expect.stringMatching(/^3\.1/),
      true,
      manifest.version,
    ]);
  });

  test('has nothing installed of what is bundled', async () => {
    const installed = await readdir(join(project, 'node_modules'));
    const bundled = ['valibot', '@valibot', '@faker-js', 'commander', 'lodash', 'date-fns'];
    expect(bundled.filter((name) => installed.includes(name))).toEqual([]);
  });

  test('loads neither Express nor the middleware with the entry for tests', async () => {
    const loaded = await node(loadedBy('pet-catalog-mock'));
    expect(loaded).toContain('pet-catalog-mock/dist/index.js');
    expect(loaded).not.toMatch(serverPackages);
  });

  test('loads neither Express nor msw with the entry for clients', async () => {
    const loaded = await node(loadedBy('pet-catalog-mock/client'));
    expect(loaded).toContain('pet-catalog-mock/dist/client.js');
    expect(loaded).not.toMatch(/node_modules\/(?!pet-catalog-mock\/)/);
  });

  test('would be told by this test if they were loaded', async () => {
    expect(await node(loadedBy('pet-catalog-mock/server'))).toMatch(serverPackages);
  });

  test('has what the command needs: it answers, serves its pages, and ends well', async () => {
    const bin = join(project, 'node_modules/.bin/pet-catalog-mock');
    expect(await run(bin, ['--version'], { cwd: project })).toBe(`${manifest.version}\n`);

    const command = await serve(
      bin,
      ['--port', '0', '--log', 'none'],
      { cwd: project },
      /ready on (http:\S+)/,
    );
    onTestFinished(async () => {
      await command.stop();
    });
    const get = (path: string, headers: Record<string, string>) =>
      fetch(new URL(path, command.url), { headers });
    expect(await (await get('/v2/pets?limit=1', { 'X-API-Key': 'k' })).json()).toHaveLength(1);
    for (const path of ['/', '/docs', '/openapi.json']) {
      const page = await get(path, { Accept: path === '/openapi.json' ? '*/*' : 'text/html' });
      expect([path, page.status]).toEqual([path, 200]);
    }
    expect(await command.stop()).toBe(0);
  });

  test.each(['pet-catalog-mock', 'pet-catalog-mock/browser', 'pet-catalog-mock/client'])(
    'bundles %s for a browser, with nothing of Node or of the server in it',
    async (entry) => {
      const file = join(project, `${entry.replaceAll('/', '-')}.js`);
      await writeFile(file, `export * from '${entry}';\n`);
      const { builtins, modules } = await bundleForBrowser(file);
      expect(builtins).toEqual([]);
      expect(modules.filter((path) => serverPackages.test(path))).toEqual([]);
    },
  );
});

describe('a project that lacks what the server loads at the first request that needs it', () => {
  const needs = 'and the server needs 2.15 or a later 2: npm install msw@2';
  const again = 'is not installed, and the server needs it: install pet-catalog-mock again';
  const tooNew = `msw 3.0.5 is installed, ${needs}`;
  const tooOld = `msw 2.14.6 is installed, ${needs}`;

  /** Has of the fresh project what the server is made of, but for one package. */
  async function projectWithout(name: string, version?: string): Promise<string> {
    const other = await mkdtemp(join(folder, 'without-'));
    const modules = join(project, 'node_modules');
    const left = new Set(['typescript', '@typescript', '.bin', name].map((x) => join(modules, x)));
    await cp(modules, join(other, 'node_modules'), {
      recursive: true,
      filter: (path) => !left.has(path),
    });
    if (version === undefined) return other;
    const target = join(other, 'node_modules', name);
    const exports = { '.': './index.js', './package.json': './package.json' };
    await mkdir(target);
    await writeFile(
      join(target, 'package.json'),
      JSON.stringify({ name, version, type: 'module', exports }),
    );
    await writeFile(
      join(target, 'index.js'),
      'export const http = new Proxy({}, { get: () => () => ({}) });\nexport const passthrough = () => {};\n',
    );
    return other;
  }

  test.each([
    ['msw', '3.0.5', tooNew],
    ['msw', '2.14.6', tooOld],
    ['msw', undefined, `msw is not installed, ${needs}`],
    ['express', undefined, `express ${again}`],
    ['cors', undefined, `cors ${again}`],
    ['@mswjs/http-middleware', undefined, `@mswjs/http-middleware ${again}`],
  ])(
    'with %s at %s the command ends with status 1 before it is ready, and says what to install',
    async (name, version, line) => {
      const cwd = await projectWithout(name, version);
      const script = 'node_modules/pet-catalog-mock/dist/cli.js';
      const started = serve(script, ['--port', '0'], { cwd }, /ready on (http:\S+)/);
      onTestFinished(() => started.then(({ stop }) => void stop()).catch(() => {}));
      await expect(started).rejects.toThrow(
        `ended with 1 before it was ready:\npet-catalog-mock: ${line}\n`,
      );
    },
  );

  test('asks for the msw of the peer dependency', () => {
    expect(manifest.peerDependencies).toEqual({ msw: '^2.15.0' });
  });

  test.each([
    ['3.0.5', tooNew],
    ['2.14.6', tooOld],
  ])('with msw at %s startServer and createApp fail with the same line', async (version, line) => {
    const cwd = await projectWithout('msw', version);
    const script = `
      import { createPetCatalog } from 'pet-catalog-mock';
      import { createApp, startServer, StartError } from 'pet-catalog-mock/server';
      const say = (error) => console.log(error instanceof StartError, error.message);
      await startServer({ port: 0 }).then((server) => server.close(), say);
      try { createApp(createPetCatalog()); } catch (error) { say(error); }`;
    const output = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd });
    expect(output).toBe(`true ${line}\n`.repeat(2));
  });
});

describe.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])('the types, with module %s and moduleResolution %s', (module, moduleResolution) => {
  const check = async (file: string, settings: object = {}) => {
    const config = join(project, `tsconfig-${moduleResolution}-${file}.json`);
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2022',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      outDir: join(project, moduleResolution),
      ...settings,
    };
    await writeFile(config, JSON.stringify({ compilerOptions, files: [file] }));
    return run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', config], {
      cwd: project,
    });
  };

  test('suit a page, which has no types of Node', async () => {
    expect(
      await check('in-a-page.mts', { types: [], lib: ['es2023', 'dom', 'dom.iterable'] }),
    ).toBe('');
  });

  test('suit a test, which then runs', async () => {
    expect(await check('in-a-test.mts', { types: ['node'] })).toBe('');
    const output = await run(process.execPath, [`${moduleResolution}/in-a-test.mjs`], {
      cwd: project,
    });
    expect(JSON.parse(output)).toEqual({
      statuses: [503, 200],
      faults: 1,
      pets: 2,
      entries: 2,
      refused: [true, false],
    });
  });

  test('suit a script that starts a server, which then runs', async () => {
    expect(await check('on-the-server.mts', { types: ['node'] })).toBe('');
    const output = await run(process.execPath, [`${moduleResolution}/on-the-server.mjs`], {
      cwd: project,
    });
    expect(JSON.parse(output)).toEqual({ failed: 503, listed: 2, count: 2, app: 'function' });
  });
});

describe.each([
  ['the TypeScript of this project', root, 'nodenext', 'nodenext'],
  ['the TypeScript of this project', root, 'commonjs', 'bundler'],
  ['TypeScript 5.9', join(root, 'test/outside-client'), 'nodenext', 'nodenext'],
  ['TypeScript 5.9', join(root, 'test/outside-client'), 'commonjs', 'node10'],
])('the types in CommonJS, with %s in %s', (_name, from, module, moduleResolution) => {
  test(`suit a project with module ${module}, which then runs`, async () => {
    const outDir = await mkdtemp(join(project, 'commonjs-'));
    const config = join(outDir, 'tsconfig.json');
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2022',
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      types: ['node'],
      outDir,
      rootDir: project,
    };
    const settings = { compilerOptions, files: ['../in-commonjs.cts'] };
    await writeFile(config, JSON.stringify(settings));
    const typescript = createRequire(join(from, 'package.json')).resolve('typescript/package.json');
    const tsc = join(dirname(typescript), 'bin/tsc');
    expect(await run(process.execPath, [tsc, '-p', config], { cwd: project })).toBe('');
    const output = await run(process.execPath, [join(outDir, 'in-commonjs.cjs')], { cwd: project });
    expect(JSON.parse(output)).toEqual({ pets: 2, status: 'ok' });
  });
});

const serverPackages = /node_modules\/(?:express|cors|commander|@mswjs\/http-middleware)\//;

/** A script that imports a module and prints the files that this loads, of either module system. */
function loadedBy(entry: string): string {
  const hooks = `
    import { writeSync } from 'node:fs';
    export async function load(url, context, next) { writeSync(1, url + '\\n'); return next(url, context); }`;
  return `
    import { createRequire, register } from 'node:module';
    register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hooks)}));
    await import('${entry}');
    const { cache } = createRequire(import.meta.url);
    console.log(Object.keys(cache).join('\\n'));`;
}
