import { isBuiltin } from 'node:module';
import { rolldown, type Plugin } from 'rolldown';
import { toSlashes } from '../../support/systems.ts';

/** A script that a browser can load, and what went into it. */
export interface Bundle {
  code: string;
  /** Every module that is in it, by its path with slashes. */
  modules: string[];
  /** What a browser cannot load: `node:fs of /…/file.js`. */
  builtins: string[];
}

/**
 * Bundles a module with all that it imports, as a page of somebody else's would.
 *
 * @param plugins Which say where else it finds something.
 */
export async function bundleForBrowser(entry: string, plugins: Plugin[] = []): Promise<Bundle> {
  const builtins = new Set<string>();
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    plugins,
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
