import { isBuiltin } from 'node:module';
import { rolldown, type Plugin } from 'rolldown';
import { cssAsText } from '../../../scripts/css-as-text.js';
import { toSlashes } from '../../support/systems.ts';

/**
 * Bundles a module with its imports, like a user's page.
 *
 * @param plugins Resolve what rolldown would find elsewhere.
 * @returns `code` is the entry, and `files` has all scripts by their paths. `modules` are the paths of all
 *   modules, with slashes, and `builtins` what a browser cannot load: `node:fs of /…/file.js`.
 */
export async function bundleForBrowser(entry: string, plugins: Plugin[] = []) {
  const builtins = new Set<string>();
  const bundle = await rolldown({
    input: { page: entry },
    platform: 'browser',
    plugins: [cssAsText, ...plugins],
    external(id, importer) {
      if (isBuiltin(id)) builtins.add(`${id} of ${importer}`);
      return isBuiltin(id);
    },
  });
  const { output } = await bundle.generate({ entryFileNames: '[name].js' });
  await bundle.close();
  const chunks = output.filter((one) => one.type === 'chunk');
  return {
    code: output[0].code,
    files: Object.fromEntries(chunks.map(({ fileName, code }) => [`/${fileName}`, code])),
    modules: chunks.flatMap(({ modules }) => Object.keys(modules).map(toSlashes)),
    builtins: [...builtins],
  };
}
