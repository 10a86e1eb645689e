import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpHandler } from 'msw';
import type { ResolvedConfig, ViteDevServer } from 'vite';
import { messageOf, OptionError } from '../contract/errors.ts';
import { checkHandlers } from '../server/module-lists.ts';
import type { AppOptions } from '../server/options.ts';

/** How long the start waits for the handlers, in milliseconds. */
const longestWait = 5000;

/** Vite logs its own reloads with a timestamp. */
const log = { timestamp: true };

/**
 * Loads the user's handlers, and loads a file of them again when it, or a file that it imports,
 * changes. If the file cannot be loaded, the previous handlers stay, and Vite's log says why.
 *
 * @param watcher Reports changes. A preview server has no watcher.
 * @returns A function that returns the newest handlers.
 * @throws OptionError if the file does not exist, or if an item is not a handler.
 */
export async function followHandlers(
  given: AppOptions['handlers'],
  config: ResolvedConfig,
  watcher: ViteDevServer['watcher'] | undefined,
): Promise<() => readonly HttpHandler[]> {
  if (typeof given !== 'string') {
    const handlers = checkHandlers(given);
    return () => handlers;
  }
  const path = resolve(config.root, given);
  if (!existsSync(path)) {
    const expected = `a file: there is none at ${path}`;
    throw new OptionError({ option: 'handlers', value: given, expected });
  }
  const name = relative(config.root, path);
  /** The files that the handlers come from; `undefined` after a failed load. */
  let sources: ReadonlySet<string> | undefined;
  let handlers: readonly HttpHandler[] | undefined;
  let problem: string | undefined;
  let latest = 0;
  // A module may wait for ever, and Vite must start.
  const slow = pause(longestWait, undefined, { ref: false }).then(() => {
    if (handlers || problem !== undefined) return;
    config.logger.warn(`[pet-catalog-mock] ${name} is still loading: it awaits something`, log);
  });
  await Promise.race([load(), slow]);
  watcher?.add(path);
  watcher?.on('all', (event, changed) => {
    if (event.endsWith('Dir') || (sources && !sources.has(resolve(changed)))) return;
    void load(() => config.logger.info(`[pet-catalog-mock] handlers reloaded: ${name}`, log));
  });
  return () => handlers ?? [];

  /** Loads the file. Only the newest load counts, because an older one may never end. */
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
      handlers = checkHandlers(module.default, `The handlers file ${name}`);
      problem = undefined;
      tell?.();
    } catch (error) {
      if (own !== latest) return;
      // The broken file may be one that it imports, so any change may fix it.
      sources = undefined;
      const message = messageOf(error);
      // The log may be a watched file, so the same problem is logged once.
      if (message === problem) return;
      problem = message;
      const rest = handlers ? 'the previous handlers stay' : 'it takes no requests yet';
      const text = `[pet-catalog-mock] cannot load ${name}; ${rest}: ${message}`;
      config.logger.error(text, { ...log, ...(error instanceof Error && { error }) });
    }
  }
}
