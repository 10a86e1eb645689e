import { builtinModules } from 'node:module';
import { faker } from '@faker-js/faker/locale/en';
import { defineConfig } from 'rolldown';
import { licensesOf } from './scripts/third-party-licenses.js';

/** Parts of @mswjs/data that the model store never uses, and that cost most of its load time. */
const unused = [
  /@mswjs\/data\/lib\/model\/generateGraphQLHandlers\.js$/,
  /@mswjs\/data\/lib\/model\/generateRestHandlers\.js$/,
  // It would open a BroadcastChannel that keeps the databases of several tabs in step.
  /@mswjs\/data\/lib\/extensions\/sync\.js$/,
];

/** Of two large libraries @mswjs/data asks for one function each. */
const single = {
  name: 'take-one-function-instead-of-the-library',
  resolveId(id, importer) {
    const name =
      importer?.includes('@mswjs/data') && { lodash: 'isFunction', 'date-fns': 'compareAsc' }[id];
    return name ? `\0one:${id}/${name}` : null;
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
    // Neither changes a line, so the map of the chunk stays true.
    return {
      code: code.replace(from, '').replaceAll('createRequire(import.meta.url)', onDemand),
      map: null,
    };
  },
};

const stubs = {
  name: 'leave-out-what-the-store-never-uses',
  load(id) {
    if (!unused.some((pattern) => pattern.test(id))) return null;
    return 'module.exports = { sync() {}, generateRestHandlers() {}, generateGraphQLHandlers() {}, generateGraphQLSchema() {} };';
  },
};

/** Faker's English locale is 500 kB; of it, the names of pets are needed. */
const petNames = {
  name: 'keep-only-the-names-of-pets',
  resolveId(id) {
    return id === '@faker-js/faker/locale/en' ? '\0pet-names' : null;
  },
  load(id) {
    if (id !== '\0pet-names') return null;
    const { metadata, animal } = faker.rawDefinitions;
    const locale = JSON.stringify({ metadata, animal: { pet_name: animal.pet_name } });
    return `import { Faker } from '@faker-js/faker'; export const faker = new Faker({ locale: ${locale} });`;
  },
};

/** The libraries' own source, which nobody debugs here, is a third of the package. */
const ownSourceOnly = {
  name: 'keep-only-our-own-source-in-the-maps',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (!file.fileName.endsWith('.map')) continue;
      const map = JSON.parse(file.source);
      map.sourcesContent = map.sources.map((source, index) =>
        /^(?:\.\.\/)+src\//.test(source) ? map.sourcesContent[index] : null,
      );
      file.source = JSON.stringify(map);
    }
  },
};

/** Put into the package, because loading them whole is slow (decisions/bundle.md). */
const bundled =
  /^(?:@mswjs\/data|@streamparser\/json|valibot|@valibot\/to-json-schema|commander|eventsource-parser|yaml|statuses|jsonc-parser|@faker-js\/faker|lodash|date-fns|pluralize|md5|crypt|charenc|is-buffer|outvariant|uuid|preact)(?:\/|$)/;

const builtins = new Set(builtinModules);

export default defineConfig({
  input: {
    index: 'src/index.ts',
    server: 'src/server.ts',
    browser: 'src/browser.ts',
    client: 'src/client.ts',
    storybook: 'src/storybook.ts',
    cli: 'src/cli.ts',
    openapi: 'src/contract/openapi.ts',
    'config-schema': 'src/cli/config-schema.ts',
  },
  platform: 'node',
  // Its CommonJS build hides what it requires from a bundler.
  resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
  external(id, importer) {
    if (id.startsWith('.') || id.startsWith('/')) return false;
    if (id.startsWith('node:') || builtins.has(id)) return true;
    // What only @mswjs/data imports goes with it.
    if (importer?.includes('/node_modules/')) return false;
    return !bundled.test(id);
  },
  plugins: [
    stubs,
    single,
    petNames,
    builtinsOnDemand,
    ownSourceOnly,
    licensesOf('the modules of dist'),
  ],
  output: {
    dir: 'dist',
    format: 'esm',
    sourcemap: true,
    chunkFileNames: 'chunks/[name]-[hash].js',
  },
});
