import { basename, dirname, join, relative, resolve } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { manifest, root } from '../package/support/package.ts';

const source = join(root, 'src');

/**
 * The name under which users import what a module imports, where that is a module of `src` or msw's:
 * `pet-catalog-mock/server` of `../../src/server.ts`.
 *
 * @throws Error for a module of `src` that no user can import.
 */
function publicName(id: string, importer: string | undefined): string | undefined {
  if (/^(?:msw|pet-catalog-mock)(?:\/|$)/.test(id)) return id;
  if (!importer || !id.startsWith('.')) return undefined;
  const path = relative(source, resolve(dirname(importer), id));
  if (path.startsWith('..') || importer.startsWith(source)) return undefined;
  // Tables, texts and the document, which tests compare answers with. They have no state.
  if (/^(?:contract\/|verify\/cases\/|service\/openapi\.)/.test(path)) return undefined;
  const entry = path === 'index.ts' ? '.' : `./${path.replace(/(?:\/index)?\.ts$/, '')}`;
  if (!(entry in manifest.exports))
    throw new Error(`${importer} imports ${id}, which users cannot`);
  return join('pet-catalog-mock', entry);
}

/** Has the source's importers take the package, and all take msw, from where the bundle will be. */
const packageOutside: Plugin = {
  name: 'take-the-package-from-where-the-bundle-is',
  resolveId(id, importer) {
    const name = publicName(id, importer);
    return name === undefined ? null : { id: name, external: true };
  },
};

/** Bundles test files into a folder, to run there against the package that is installed. */
export async function bundleForNode(files: readonly string[], folder: string): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(files.map((file) => [basename(file, '.ts'), file])),
    platform: 'node',
    external: ['vitest', 'express'],
    plugins: [packageOutside],
  });
  await bundle.write({
    dir: folder,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
}

/** A plugin for a page's bundle: the package and msw come from a project that has them installed. */
export function packageOf(project: string): Plugin {
  return {
    name: 'take-the-package-from-a-project',
    resolveId(id, importer) {
      if (importer?.includes('/node_modules/')) return null;
      const name = publicName(id, importer);
      return name === undefined ? null : this.resolve(name, join(project, 'index.js'));
    },
  };
}
