import { isBuiltin } from 'node:module';
import { rolldown, type Plugin } from 'rolldown';
import { cssAsText } from '../../../scripts/css-as-text.js';
import { toSlashes } from '../../support/systems.ts';

/**
 * Bundles a module with its imports, like a user's page.
 *
 * @param plugins Which say where else it finds something.
 * @returns `modules` are all that are in it, by their paths with slashes, and `builtins` what a browser
 *   cannot load: `node:fs of /…/file.js`.
 */
export async function bundleForBrowser(entry: string, plugins: Plugin[] = []) {
  const builtins = new Set<string>();
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    plugins: [cssAsText, ...plugins],
    external(id, importer) {
      if (isBuiltin(id)) builtins.add(`${id} of ${importer}`);
      return isBuiltin(id);
    },
  });
  const { output } = await bundle.generate({ codeSplitting: false });
  await bundle.close();
  const [{ code, modules }] = output;
  return { code, modules: Object.keys(modules).map(toSlashes), builtins: [...builtins] };
}
