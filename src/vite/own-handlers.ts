import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpHandler } from 'msw';
import type { ResolvedConfig, ViteDevServer } from 'vite';
import { messageOf, OptionError } from '../contract/errors.ts';
import { checkHandlers } from '../server/module-lists.ts';
import type { AppOptions } from '../server/options.ts';

/** Milliseconds after which the start goes on without the handlers. */
const longestWait = 5000;

/** As Vite logs what it reloads. */
const log = { timestamp: true };

/**
 * The user's handlers; those of a file are loaded again whenever it or what it imports changes. A file
 * that cannot be loaded leaves those before in place, and is reported in Vite's log.
 *
 * @param watcher Where changes are seen; a preview has none.
 * @returns A function that gives the newest.
 * @throws OptionError for a file that is not there, and for what is no handler.
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
  /** The files that handlers come from; `undefined` when that is not known, as one failed. */
  let sources: ReadonlySet<string> | undefined;
  let handlers: readonly HttpHandler[] | undefined;
  let problem: string | undefined;
  let latest = 0;
  // A file that awaits what never comes must not keep Vite from starting.
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
      handlers = checkHandlers(module.default, `The handlers file ${name}`);
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
      const rest = handlers ? 'the previous handlers stay' : 'it takes no requests yet';
      const text = `[pet-catalog-mock] cannot load ${name}; ${rest}: ${message}`;
      config.logger.error(text, { ...log, ...(error instanceof Error && { error }) });
    }
  }
}
