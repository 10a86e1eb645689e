import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ResolvedConfig, ViteDevServer } from 'vite';
import { messageOf, OptionError } from '../contract/errors.ts';

/** Milliseconds after which the start goes on without the file. */
const longestWait = 5000;

/** As Vite logs what it reloads. */
const log = { timestamp: true };

/** An option that the plugin reads from a module of the user's. */
export interface OwnModule {
  /** The name of the option: `handlers`. */
  readonly option: string;
  /** The path, from Vite's root. */
  readonly given: string;
  /** What the default export is an array of: `msw handlers`. */
  readonly items: string;
  /** Uses a default export. @throws Error that says what is wrong with it. */
  use(list: readonly unknown[], source: string): void;
  /** Called with what is wrong with the file, and with `undefined` when it has been loaded. */
  onProblem(problem: string | undefined): void;
}

/**
 * Loads a module of the user's, and again whenever it or what it imports changes. A file that cannot be
 * loaded leaves the content before in place, and Vite's log says so.
 *
 * @param watcher Reports changes; a preview has none.
 * @throws OptionError if there is no such file.
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
  /** The files that the content comes from; `undefined` if one failed, and they are not known. */
  let sources: ReadonlySet<string> | undefined;
  let isLoaded = false;
  let problem: string | undefined;
  let latest = 0;
  // A file that awaits for ever must not keep Vite from starting.
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
      // A file that it imports may be broken: any change may mend it.
      sources = undefined;
      const message = messageOf(error);
      // Once: the log may itself be a file whose changes are seen.
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
