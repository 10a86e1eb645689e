import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ResolvedConfig, ViteDevServer } from 'vite';
import { messageOf, OptionError } from '../contract/errors.ts';

/** How long the start waits for the file, in milliseconds. */
const longestWait = 5000;

/** Vite logs its own reloads with a timestamp. */
const log = { timestamp: true };

/** An option that the plugin reads from a module of the user's. */
export interface OwnModule {
  /** The name of the option: `handlers`. */
  readonly option: string;
  /** The path, from Vite's root. */
  readonly given: string;
  /** The name of the items in the default export: `msw handlers`. */
  readonly items: string;
  /** Uses a default export. @throws Error that says what is wrong with it. */
  use(list: readonly unknown[], source: string): void;
  /** Called with what is wrong with the file, and with `undefined` when it has been loaded. */
  onProblem(problem: string | undefined): void;
}

/**
 * Loads a module of the user's, and loads it again when it, or a file that it imports, changes. If it
 * cannot be loaded, the previous content stays, and Vite's log says why.
 *
 * @param watcher Reports changes. A preview server has no watcher.
 * @throws OptionError if the file does not exist.
 */
export async function followModule(
  { option, given, items, use, onProblem }: OwnModule,
  config: ResolvedConfig,
  watcher: ViteDevServer['watcher'] | undefined,
): Promise<void> {
  const path = resolve(config.root, given);
  if (!existsSync(path)) {
    const expected = `a file: there is none at ${path}`;
    throw new OptionError({ option, value: given, expected });
  }
  const name = relative(config.root, path);
  /** The files that the content comes from; `undefined` after a failed load. */
  let sources: ReadonlySet<string> | undefined;
  let isLoaded = false;
  let problem: string | undefined;
  let latest = 0;
  // A module may wait for ever, and Vite must start.
  const slow = pause(longestWait, undefined, { ref: false }).then(() => {
    if (isLoaded || problem !== undefined) return;
    config.logger.warn(`[pet-catalog-mock] ${name} is still loading: it awaits something`, log);
  });
  await Promise.race([load(), slow]);
  watcher?.add(path);
  watcher?.on('all', (event, changed) => {
    if (event.endsWith('Dir') || (sources && !sources.has(resolve(changed)))) return;
    void load(() => config.logger.info(`[pet-catalog-mock] ${option} reloaded: ${name}`, log));
  });

  /** Only the newest load counts, as an older one may never end. */
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
        throw new TypeError(`its default export must be an array of ${items}`);
      }
      use(module.default, `The ${option} file ${name}`);
      isLoaded = true;
      problem = undefined;
      onProblem(undefined);
      tell?.();
    } catch (error) {
      if (own !== latest) return;
      // The broken file may be one that it imports, so any change may fix it.
      sources = undefined;
      const message = messageOf(error);
      // The log may be a watched file, so the same problem is logged once.
      if (message === problem) return;
      problem = message;
      const rest = isLoaded ? `the previous ${option} stay` : 'it takes no requests yet';
      const text = `cannot load ${name}; ${rest}: ${message}`;
      onProblem(text);
      config.logger.error(`[pet-catalog-mock] ${text}`, {
        ...log,
        ...(error instanceof Error && { error }),
      });
    }
  }
}
