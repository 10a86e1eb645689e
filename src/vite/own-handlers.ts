import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { HttpHandler } from 'msw';
import type { ResolvedConfig, ViteDevServer } from 'vite';
import { OptionError } from '../contract/errors.ts';
import { checkHandlers } from '../server/handlers-file.ts';
import type { AppOptions } from '../server/options.ts';

type OnLoad = (handlers: readonly HttpHandler[]) => void;

/** As Vite logs what it reloads. */
const log = { timestamp: true };

/**
 * Gives the user's handlers to `onLoad`: at once, and with a file again whenever it or what it imports
 * changes. A file that cannot be loaded leaves those before in place, and is reported in Vite's log.
 *
 * @param watcher Where changes are seen; a preview has none.
 * @throws OptionError for a file that is not there, and for what is no handler.
 */
export async function followHandlers(
  given: AppOptions['handlers'],
  config: ResolvedConfig,
  watcher: ViteDevServer['watcher'] | undefined,
  onLoad: OnLoad,
): Promise<void> {
  if (typeof given !== 'string') {
    onLoad(checkHandlers(given ?? [], 'Option "handlers"'));
    return;
  }
  const path = resolve(config.root, given);
  if (!existsSync(path)) {
    throw new OptionError({
      option: 'handlers',
      value: given,
      expected: `a file: there is none at ${path}`,
    });
  }
  const name = relative(config.root, path);
  /** The files that handlers come from; `undefined` when that is not known, as one failed. */
  let sources: ReadonlySet<string> | undefined;
  let problem: string | undefined;
  let isFirst = true;
  onLoad([]);
  await load();
  if (!watcher) return;
  watcher.add(path);
  let turn = Promise.resolve();
  watcher.on('all', (event, changed) => {
    if (event.endsWith('Dir') || (sources && !sources.has(resolve(changed)))) return;
    turn = turn.then(async () => {
      if (await load()) config.logger.info(`[pet-catalog-mock] handlers reloaded: ${name}`, log);
    });
  });

  async function load(): Promise<boolean> {
    try {
      const { runnerImport } = await import('vite');
      const { module, dependencies } = await runnerImport<{ default?: unknown }>(path, {
        root: config.root,
        logLevel: 'silent',
        resolve: { alias: config.resolve.alias },
      });
      sources = new Set([path, ...dependencies.map((file) => resolve(file))]);
      watcher?.add([...sources]);
      if (!Array.isArray(module.default)) {
        throw new TypeError('its default export must be an array of msw handlers');
      }
      onLoad(checkHandlers(module.default, `The handlers file ${name}`));
      isFirst = false;
      problem = undefined;
      return true;
    } catch (error) {
      // What it imports may be what is broken: any change may mend it.
      sources = undefined;
      const { message } = error as Error;
      // Once: the log may itself be a file whose changes are seen.
      if (message === problem) return false;
      problem = message;
      const rest = isFirst ? 'it takes no requests yet' : 'the previous handlers stay';
      const text = `[pet-catalog-mock] cannot load ${name}; ${rest}: ${message}`;
      config.logger.error(text, { ...log, error: error as Error });
      return false;
    }
  }
}
