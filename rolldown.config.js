import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { posix, win32 } from 'node:path';
import { allFakers } from '@faker-js/faker';
import { defineConfig } from 'rolldown';
import { minify } from 'rolldown/utils';
import { middlewareAlone, ownHandleRequest } from './scripts/http-middleware.js';
import { licensesOf } from './scripts/third-party-licenses.js';

const mcpSdk = 'mcp-sdk';

/** The ids of modules are paths as the system has them: with backslashes on Windows. */
const withSlashes = (id) => id.replaceAll('\\', '/');
const isIn = (part, importer = '') => withSlashes(importer).includes(part);

/** Parts of @mswjs/data that the model store never uses, and that cost most of its load time. */
const unused = [
  /@mswjs\/data\/lib\/model\/generateGraphQLHandlers\.js$/,
  /@mswjs\/data\/lib\/model\/generateRestHandlers\.js$/,
  // It would open a BroadcastChannel that keeps the databases of several tabs in step.
  /@mswjs\/data\/lib\/extensions\/sync\.js$/,
  // For queries by dates: a pet has none, and the store makes no queries.
  /@mswjs\/data\/lib\/comparators\/date\.js$/,
];

/** Native helpers that ws takes if they happen to be installed. */
const absent = new Set(['bufferutil', 'utf-8-validate']);

/** Of a large library @mswjs/data asks for one function. */
const single = {
  name: 'take-one-function-instead-of-the-library',
  resolveId(id, importer) {
    return id === 'lodash' && isIn('@mswjs/data', importer) ? '\0one:lodash/isFunction' : null;
  },
  load(id) {
    if (!id.startsWith('\0one:')) return null;
    const path = id.slice('\0one:'.length);
    return `module.exports = { ${path.split('/')[1]}: require('${path}').default ?? require('${path}') };`;
  },
};

/** Libraries that ask for a module of Node's in passing must not keep the bundle from a browser. */
const builtinsOnDemand = {
  name: 'ask-for-builtins-only-when-they-are-needed',
  renderChunk(code, { moduleIds }) {
    if (!moduleIds.includes('\0rolldown/runtime.js')) return null;
    const from = 'import { createRequire } from "node:module";';
    if (!code.includes(from)) return null;
    const onDemand = '((id) => process.getBuiltinModule(id))';
    return {
      code: code.replace(from, '').replaceAll('createRequire(import.meta.url)', onDemand),
      map: null,
    };
  },
};

/** A part that could not be loaded can be later only with require() (src/server/lazy-part.ts). */
const requireParts = {
  name: 'let-parts-be-required',
  renderChunk(code) {
    const loads = /\b(lazyPart(?:\$\d+)?\()\(\) => (import\(("[^"]+")\))/g;
    const required = code.replace(
      loads,
      '$1(loadFrom) => (loadFrom ? loadFrom($3, import.meta.url) : $2)',
    );
    return required === code ? null : { code: required, map: null };
  },
};

const stubs = {
  name: 'leave-out-what-is-never-used',
  resolveId(id, importer) {
    // Of commander: no command of ours is a program of its own.
    if (id === 'node:child_process' && isIn('/commander/', importer)) return '\0empty';
    return absent.has(id) ? `\0absent:${id}` : null;
  },
  load(id) {
    if (id === '\0empty') return 'module.exports = {};';
    if (id.startsWith('\0absent:')) return 'throw new Error("It is not in this bundle");';
    // Of Express: bodies are read by the service alone.
    const path = withSlashes(id);
    if (path.endsWith('/body-parser/index.js')) return 'module.exports = {};';
    if (!unused.some((pattern) => pattern.test(path))) return null;
    return 'module.exports = { sync() {}, generateRestHandlers() {}, generateGraphQLHandlers() {}, generateGraphQLSchema() {}, dateComparators: {} };';
  },
};

/** The words that the fields of a pet are made of: those called as the method, or else its whole module. */
function wordsForFields(definitions) {
  const source = readFileSync(new URL('src/contract/pet.ts', import.meta.url), 'utf8');
  const kept = {};
  for (const [, module, method] of source.matchAll(/\b(\w+)\.(\w+)\(/g)) {
    const words = definitions[module] ?? {};
    const name = method.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (name in words) kept[module] = { ...kept[module], [name]: words[name] };
    else if (module in definitions) kept[module] = words;
  }
  return kept;
}

/**
 * A locale of faker's is up to 500 kB; of it, the names of pets are needed or, where it has none and
 * falls back to the English ones, the first names of people.
 */
const petNames = {
  name: 'keep-only-the-names-of-pets',
  transform(code, id) {
    if (!withSlashes(id).endsWith('/src/fixtures/pet-names.ts')) return null;
    const list = readFileSync(new URL('src/contract/locales.ts', import.meta.url), 'utf8');
    const loads = Array.from(
      list.matchAll(/^ {2}'(\w+)',$/gm),
      ([, locale]) => `${locale}: () => import('@faker-js/faker/locale/${locale}')`,
    );
    const table = `({ ${loads.join(', ')} })[locale]()`;
    return { code: code.replace(/import\(`[^`]+`\)/, table), map: null };
  },
  resolveId(id) {
    const [, locale] = /^@faker-js\/faker\/locale\/(\w+)$/.exec(id) ?? [];
    return locale ? `\0names/${locale}` : null;
  },
  load(id) {
    if (!id.startsWith('\0names/')) return null;
    const { en } = allFakers;
    const locale = id.slice('\0names/'.length);
    const { metadata, animal, person } = allFakers[locale].rawDefinitions;
    if (locale === 'en') {
      const kept = JSON.stringify({ metadata, ...wordsForFields(en.rawDefinitions) });
      return `import { Faker } from '@faker-js/faker'; export const faker = new Faker({ locale: ${kept} });`;
    }
    const kept =
      animal.pet_name === en.rawDefinitions.animal.pet_name
        ? { person: { first_name: person.first_name } }
        : { animal: { pet_name: animal.pet_name } };
    return `export const faker = { rawDefinitions: ${JSON.stringify(kept)} };`;
  },
};

/** The MCP server's checks of answers to forms, which it never sends: half of it. */
const noForms = {
  name: 'leave-out-the-validator-of-forms',
  load(id) {
    if (!withSlashes(id).endsWith('@modelcontextprotocol/server/dist/shimsNode.mjs')) return null;
    return "export { default as process } from 'node:process'; export class DefaultJsonSchemaValidator {}";
  },
};

/** Only `pet-catalog-mock mcp` loads it, and it is a sixth of the code here. */
const minifySdk = {
  name: 'minify-the-mcp-sdk',
  // What is minified earlier, rolldown prints with spaces again.
  async generateBundle(_options, bundle) {
    const chunk = Object.values(bundle).find(({ name }) => name === mcpSdk);
    chunk.code = (await minify(chunk.fileName, chunk.code, { module: true })).code;
  },
};

/** What users bring themselves. All else is put into the package (decisions/bundle.md). */
const { peerDependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url)));
const isPeer = (id) =>
  Object.keys(peerDependencies).some((name) => id === name || id.startsWith(`${name}/`));

const builtins = new Set(builtinModules);

/** The entries that load on no older Node than the package is for (decisions/msw-versions.md). */
const forNode = new Set(['index', 'server', 'vitest', 'vitest/global-setup', 'vite', 'verify']);

export default defineConfig({
  input: {
    'check-node': 'src/check-node.ts',
    index: 'src/index.ts',
    server: 'src/server.ts',
    browser: 'src/browser.ts',
    client: 'src/client.ts',
    vitest: 'src/vitest.ts',
    'vitest/matchers': 'src/vitest/matchers.ts',
    'vitest/global-setup': 'src/vitest/global-setup.ts',
    playwright: 'src/playwright.ts',
    vite: 'src/vite.ts',
    storybook: 'src/storybook.ts',
    verify: 'src/verify.ts',
    cli: 'src/cli.ts',
    openapi: 'src/operations/openapi.ts',
    'config-schema': 'src/cli/config-schema.ts',
  },
  platform: 'node',
  // Its CommonJS build hides what it requires from a bundler.
  resolve: {
    alias: {
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
      ...middlewareAlone,
    },
  },
  external(id, importer) {
    // It knows the paths of both systems: /a and C:\a.
    if (id.startsWith('.') || win32.isAbsolute(id)) return false;
    if (id.startsWith('node:') || builtins.has(id)) return true;
    // What only a bundled library imports goes with it.
    if (isIn('/node_modules/', importer)) return false;
    return isPeer(id);
  },
  plugins: [
    ownHandleRequest,
    stubs,
    single,
    petNames,
    noForms,
    builtinsOnDemand,
    requireParts,
    minifySdk,
    licensesOf('the modules of dist'),
  ],
  output: {
    dir: 'dist',
    format: 'esm',
    // An import in the source would be left out: `sideEffects` of package.json says that it does nothing.
    banner: ({ isEntry, name }) =>
      isEntry && forNode.has(name)
        ? `import '${posix.relative(posix.dirname(name), 'check-node.js').replace(/^(?!\.)/, './')}';`
        : '',
    // For the test of the licences. They are not packed, and with none the frames of a user's stack name
    // files that are there.
    sourcemap: 'hidden',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // Editors have them from the declarations, and each start would read them.
    comments: { legal: true, annotation: true, jsdoc: false },
    codeSplitting: {
      // Otherwise a start opens 45 files. What the client, Playwright and Storybook load is no part of the core.
      groups: [
        {
          name: 'client',
          test: /src[\\/](?:client|contract[\\/]errors|catalog[\\/]report|server[\\/]cors)\.ts$/,
          priority: 3,
        },
        {
          name: 'core',
          test: /src[\\/]operations[\\/](?:service|collect-bytes)\.ts$/,
          priority: 2,
        },
        { name: 'start', test: /src[\\/]cli[\\/]serve\.ts$/, priority: 1 },
        { name: mcpSdk, test: /node_modules[\\/](?:@modelcontextprotocol|zod)[\\/]/ },
      ],
    },
  },
});
