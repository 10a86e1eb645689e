import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpHandler } from 'msw';
import type { ResolvedConfig, ViteDevServer } from 'vite';
import { messageOf, OptionError } from '../contract/errors.ts';
import { checkHandlers } from '../server/module-lists.ts';
import type { AppOptions } from '../server/options.ts';

type OnLoad = (handlers: readonly HttpHandler[]) => void;

/** Milliseconds after which the start goes on without the handlers. */
const longestWait = 5000;

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
    const expected = `a file: there is none at ${path}`;
    throw new OptionError({ option: 'handlers', value: given, expected });
  }
  const name = relative(config.root, path);
  /** The files that handlers come from; `undefined` when that is not known, as one failed. */
  let sources: ReadonlySet<string> | undefined;
  let problem: string | undefined;
  let isFirst = true;
  let latest = 0;
  await Promise.race([load(), tellWhenSlow()]);
  if (!watcher) return;
  watcher.add(path);
  watcher.on('all', (event, changed) => {
    if (event.endsWith('Dir') || (sources && !sources.has(resolve(changed)))) return;
    void load(() => config.logger.info(`[pet-catalog-mock] handlers reloaded: ${name}`, log));
  });

  /** A file that awaits what never comes must not keep Vite from starting. */
  async function tellWhenSlow(): Promise<void> {
    await pause(longestWait, undefined, { ref: false });
    if (isFirst && problem === undefined) {
      config.logger.warn(`[pet-catalog-mock] ${name} is still loading: it awaits something`, log);
    }
  }

  /** The newest counts: one that never ends must not keep those after it waiting. */
  async function load(tell?: () => void): Promise<void> {
    const own = ++latest;
    try {
      const { runnerImport } = await import('vite');
      const { module, dependencies } = await runnerImport<{ default?: unknown }>(path, {
        root: config.root,
        logLevel: 'silent',
        resolve: { alias: config.resolve.alias },
      });
      if (own !== latest) return;
      sources = new Set([path, ...dependencies.map((file) => resolve(file))]);
      watcher?.add([...sources]);
      if (!Array.isArray(module.default)) {
        throw new TypeError('its default export must be an array of msw handlers');
      }
      onLoad(checkHandlers(module.default, `The handlers file ${name}`));
      isFirst = false;
      problem = undefined;
      tell?.();
    } catch (error) {
      if (own !== latest) return;
      // What it imports may be what is broken: any change may mend it.
      sources = undefined;
      const message = messageOf(error);
      // Once: the log may itself be a file whose changes are seen.
      if (message === problem) return;
      problem = message;
      const rest = isFirst ? 'it takes no requests yet' : 'the previous handlers stay';
      const text = `[pet-catalog-mock] cannot load ${name}; ${rest}: ${message}`;
      config.logger.error(text, { ...log, ...(error instanceof Error && { error }) });
    }
  }
}
