import type { Plugin } from 'vite' with { 'resolution-mode': 'import' };
import * as v from 'valibot';
import { checkOptions, type PetCatalogOptions } from '../catalog/options.ts';
import { appOptions, catalogOptions, serverOptions } from '../controls/options.ts';
import type { AppOptions, ServerOptions } from '../server/options.ts';

export type { AppOptions, PetCatalogOptions };

/** The options of the plugin: all options of the catalog, and these. */
export interface PetCatalogPluginOptions extends Omit<PetCatalogOptions, 'operations'>, AppOptions {
  /**
   * Operations of your own: the array, or the path of a module whose default export it is. The module may
   * be in TypeScript, and is loaded again when it changes. Default: none.
   */
  operations?: ServerOptions['operations'];
  /**
   * Adds msw's worker script to builds, for a page that calls `startWorker` in production too. Default:
   * `false`, only in `vite dev`.
   */
  emitWorker?: boolean | undefined;
}

/**
 * Returns a plugin that serves the mock in `vite dev` and `vite preview`: the service at `/v2` or the
 * path of `baseUrl`, the control plane at `/__admin`, the dashboard at `/__pets/`. In dev, msw's
 * worker script is at `/mockServiceWorker.js`, below Vite's `base`. A wrong
 * path below the base path is `404` in JSON. Vite answers all other paths.
 *
 * In Vitest the plugin does nothing, because a suite has its own catalog.
 *
 * @example
 * export default defineConfig({ plugins: [petCatalogMock({ pets: 12 })] });
 *
 * @throws OptionError that names the option, the value and what is expected.
 */
export function petCatalogMock(options: PetCatalogPluginOptions = {}): Plugin {
  const emitWorker = { schema: v.boolean('true or false') };
  const { operations } = serverOptions;
  checkOptions(options, { ...catalogOptions, operations, ...appOptions, emitWorker });
  // Builds and Vitest read the config too. Only a server needs the rest.
  const loading = () => import('./serve.ts');
  const closing = new Map<object, () => void>();
  return {
    name: 'pet-catalog-mock',
    apply: (_config, { command }) => command === 'serve' || options.emitWorker === true,
    async configureServer(server) {
      if (server.config.plugins.some(({ name }) => /^vitest(?::|$)/.test(name))) return;
      const { serve } = await loading();
      closing.set(server.environments['client'], await serve(server, options));
    },
    async configurePreviewServer(server) {
      const { serve } = await loading();
      server.httpServer.once('close', await serve(server, options));
    },
    // A dev server closes its environments, also in middleware mode. After a restart, the next server runs
    // by then.
    closeBundle() {
      closing.get(this.environment)?.();
      closing.delete(this.environment);
    },
    async generateBundle() {
      const { config } = this.environment;
      if (config.consumer !== 'client') return;
      const { readWorkerScript, workerName, hasWorker } = await import('./worker-script.ts');
      if (hasWorker(config.publicDir)) return;
      this.emitFile({ type: 'asset', fileName: workerName, source: await readWorkerScript() });
    },
  };
}
