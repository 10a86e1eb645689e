import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';
import { esmExternalRequirePlugin } from 'rolldown/plugins';
import { cssAsText } from './css-as-text.js';
import { licensesOf } from './licenses-of.js';
import manifest from '../package.json' with { type: 'json' };

const fileOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const unused = fileOf('scripts/replacements/unused.cjs');

/**
 * Modules that one package imports and the bundle replaces.
 * The package is the first key; the second is the import as that package writes it.
 */
const aliases = {
  '@mswjs/data': {
    // The store needs no handlers of the model. These two bring graphql and pluralize.
    './model/generateGraphQLHandlers': unused,
    './model/generateRestHandlers': unused,
    // It opens a BroadcastChannel where there is a window, so that tabs would share their pets.
    './extensions/sync': fileOf('scripts/replacements/no-sync.cjs'),
    // It compares dates in queries, for which it brings date-fns.
    '../comparators/date': unused,
    // The package uses one function of the whole library.
    lodash: fileOf('scripts/replacements/is-function.cjs'),
    // It imports tty, which a page cannot load.
    debug: fileOf('scripts/replacements/no-debug.cjs'),
  },
  '@mswjs/http-middleware': {
    // msw 3 does not export handleRequest (decisions/msw-versions.md).
    msw: fileOf('src/server/msw-handle-request.ts'),
  },
};

export const replaceModules = {
  name: 'replace-modules',
  resolveId(id, importer = '') {
    const path = importer.replaceAll('\\', '/');
    const name = Object.keys(aliases).find((one) => path.includes(`/node_modules/${one}/`));
    return name && aliases[name][id];
  },
};

/** Packages that users install: those of their own, and Faker, which their seeds use as well. */
const installed = [manifest.peerDependencies, manifest.dependencies].flatMap(Object.keys);

export default defineConfig({
  input: {
    index: 'src/index.ts',
    server: 'src/server.ts',
    'browser/index': 'src/browser/index.ts',
    'client/index': 'src/client/index.ts',
    'vitest/index': 'src/vitest/index.ts',
    'vitest/setup': 'src/vitest/setup.ts',
    'vitest/matchers': 'src/vitest/matchers.ts',
    'vitest/global-setup': 'src/vitest/global-setup.ts',
    'playwright/index': 'src/playwright/index.ts',
    'vite/index': 'src/vite/index.ts',
    'storybook/index': 'src/storybook/index.ts',
    'verify/index': 'src/verify/index.ts',
    cli: 'src/cli.ts',
    openapi: 'src/service/openapi.ts',
    'config-schema': 'src/cli/config-schema.ts',
  },
  // For 'node', rolldown's helpers import node:module, which a page cannot load.
  platform: 'neutral',
  // rolldown asks here before it asks the aliases.
  external: (id, importer) =>
    !replaceModules.resolveId(id, importer) &&
    installed.some((name) => id === name || id.startsWith(`${name}/`)),
  resolve: {
    conditionNames: ['node'],
    mainFields: ['main', 'module'],
    alias: {
      // Its CommonJS build calls require() in a way that a bundler cannot follow.
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
      // The root imports its own server, which needs Express 4.
      '@mswjs/http-middleware$': '@mswjs/http-middleware/lib/middleware.js',
    },
  },
  transform: {
    // ws then leaves its optional native helpers out.
    define: { 'process.env.WS_NO_BUFFER_UTIL': '"1"', 'process.env.WS_NO_UTF_8_VALIDATE': '"1"' },
  },
  plugins: [
    replaceModules,
    cssAsText,
    // require() of a built-in module becomes an import, so the core needs no createRequire in a page.
    esmExternalRequirePlugin({ external: [/^node:/, ...builtinModules] }),
    licensesOf('dist'),
  ],
  output: {
    dir: 'dist',
    format: 'esm',
    // The tests read the source maps. The package leaves them out, so stack traces name files it has.
    sourcemap: 'hidden',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // Editors read the declarations, and each start would parse the comments.
    comments: { legal: true, annotation: true, jsdoc: false },
    codeSplitting: {
      // Without these groups, a start reads 45 files.
      groups: [
        {
          name: 'client',
          test: /src[\\/](?:client[\\/]index|contract[\\/]errors|catalog[\\/](?:report|redact|explain)|server[\\/]cors)\.ts$/,
          priority: 3,
        },
        {
          name: 'core',
          test: /src[\\/]service[\\/](?:service|collect-bytes)\.ts$/,
          priority: 2,
        },
        // A page loads it, too, and must not load the start of a server with it.
        { name: 'locales', test: /src[\\/]fixtures[\\/]pet-names\.ts$/, priority: 3 },
        { name: 'start', test: /src[\\/]cli[\\/]serve\.ts$/, priority: 1 },
        { name: 'mcp-sdk', test: /node_modules[\\/](?:@modelcontextprotocol|zod)[\\/]/ },
      ],
    },
  },
});
