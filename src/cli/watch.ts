import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { dirname, join, parse, resolve, sep } from 'node:path';
import { watch as watchPaths } from 'chokidar';
import type { Replaced } from '../catalog/catalog.ts';
import { countOf } from '../contract/words.ts';
import { isSnapshot } from '../fixtures/read.ts';
import { handlerList, loadListFile, operationList } from '../server/module-lists.ts';
import type { RunningServer } from '../server/start.ts';
import { FailedError, UsageError } from './errors.ts';
import { reasonOf } from './read-file.ts';
import { readFixtureSetting, readScenarioSetting } from './server-options.ts';
import type { Setting, Settings } from './settings.ts';

/** A file is read once it has kept its size for so long, in milliseconds: editors write in parts. */
const quietTime = 100;

/** Reads a file, and gives a function that has the server use it and says what it did. */
type Reload = (server: RunningServer, setting: Setting, version: number) => Promise<() => string>;

/** @throws UsageError when there is no file to watch. */
export async function watchFiles(settings: Settings, keep: boolean) {
  const reloads: Readonly<Record<string, Reload>> = {
    async fixtures({ service }, setting) {
      const fixtures = await readFixtureSetting(setting, service.settings.dialect);
      const { length } = isSnapshot(fixtures) ? fixtures.pets : fixtures;
      return () => told(length, 'pet', service.replaceStart({ fixtures }, keep));
    },
    async scenarios({ service }, setting, version) {
      const scenarios = await readScenarioSetting(setting, service.settings.dialect, version);
      const { length } = Object.keys(scenarios);
      return () => told(length, 'scenario', service.replaceStart({ scenarios }, keep));
    },
    async operations(server, setting, version) {
      const operations = await loadListFile(operationList, fileOf(setting, server, version));
      const { length } = operations;
      return () => told(length, 'operation', server.service.replaceOperations(operations, keep));
    },
    async handlers(server, setting, version) {
      const handlers = await loadListFile(handlerList, fileOf(setting, server, version));
      return () => {
        server.replaceHandlers(handlers);
        return countOf(handlers.length, 'handler');
      };
    },
  };
  const told = (length: number, noun: string, replaced: readonly Replaced[]) =>
    countOf(length, noun) + describe(replaced, keep);
  const files = Object.entries(reloads).flatMap(([option, reload]) => {
    const setting = settings.get(option);
    // A config module may have the content itself.
    if (typeof setting?.value !== 'string') return [];
    const [name, path] = [String(setting.given), setting.value];
    return { name, path, setting, reload, version: 0, steps: stepsOf(path) };
  });
  if (files.length === 0) {
    throw new UsageError(
      `--watch (PET_CATALOG_WATCH) has nothing to watch: give it a file with --fixtures, --scenarios, --operations or --handlers`,
    );
  }

  const isStep = (path: string) => files.some(({ steps }) => steps.includes(path));
  // The folders, as a file that an editor replaces by another is not the one that was watched.
  const foldersOf = () => new Set(files.flatMap(({ steps }) => steps.map((path) => dirname(path))));
  let folders = foldersOf();
  const watcher = watchPaths([...folders], {
    depth: 0,
    // Each link is a step of its own: followed, it would hide that it leads elsewhere now.
    followSymlinks: false,
    // The path comes with slashes on every system. A folder in a file's place would be followed as one,
    // and the file that comes after it missed.
    ignored: (given, stats) =>
      !folders.has(resolve(given)) && (!isStep(resolve(given)) || stats?.isDirectory() === true),
    ignoreInitial: true,
    awaitWriteFinish: { stabilityThreshold: quietTime, pollInterval: quietTime / 5 },
  });
  const waiting = new Set<string>();
  let onChange = (path: string): unknown => waiting.add(path);
  for (const change of ['add', 'change', 'unlink'] as const) {
    watcher.on(change, (path) => onChange(path));
  }
  try {
    await once(watcher, 'ready');
  } catch (error) {
    throw new FailedError(`Cannot watch the files: ${reasonOf(error)}`);
  }

  return {
    /**
     * From now on, and for what has changed since the watching began, the server gets new content.
     *
     * @param explain Says what is wrong with a file.
     */
    follow(server: RunningServer, explain: (error: unknown) => string): void {
      watcher.on('error', (error) => {
        server.log.note('warn', `cannot watch the files: ${reasonOf(error)}`);
      });
      const reload = async (file: (typeof files)[number]) => {
        const version = ++file.version;
        try {
          const apply = await file.reload(server, file.setting, version);
          // It has changed again meanwhile.
          if (version !== file.version) return;
          server.log.note('info', `reloaded ${file.name}: ${apply()}`);
        } catch (error) {
          if (version !== file.version) return;
          server.log.note('warn', `${explain(error)}; the last good one stays`);
        }
      };
      onChange = (given) => {
        const path = resolve(given);
        // One change of a link comes once for each link that leads over it.
        const changed = files.filter((file) => {
          const before = file.steps.at(-1);
          file.steps = stepsOf(file.path);
          return path === before || file.steps.at(-1) !== before;
        });
        const old = folders;
        folders = foldersOf();
        watcher.unwatch([...old].filter((folder) => !folders.has(folder)));
        watcher.add([...folders].filter((folder) => !old.has(folder)));
        for (const file of changed) void reload(file);
      };
      for (const path of waiting) onChange(path);
    },
  };
}

function fileOf({ value, given }: Setting, { log }: RunningServer, version: number) {
  const [path, name] = [String(value), String(given)];
  const words = `${name} is still loading: it awaits something; the last good one stays until then`;
  return { path, name, version, onSlow: () => log.note('warn', words) };
}

/**
 * The links in a path, in the order in which they are followed, and last where they lead to: the file,
 * or the first part of the path that is not there.
 */
function stepsOf(path: string): string[] {
  const links: string[] = [];
  const { root } = parse(path);
  let place = root;
  const rest = path.slice(root.length).split(sep);
  // They may lead in a circle. The system follows no more than 40.
  while (rest.length > 0 && links.length < 40) {
    const next = join(place, rest.shift()!);
    try {
      const target = readlinkSync(next);
      const { root: start } = parse(target);
      links.push(next);
      place = start || place;
      rest.unshift(...target.slice(start.length).split(sep));
    } catch (error) {
      place = next;
      // Of what is no link the system says that, or something else.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') break;
    }
  }
  return [...links, place];
}

/** What has become of what was done since the start. */
function describe(replaced: readonly Replaced[], keep: boolean): string {
  const parts = (['created', 'changed', 'removed'] as const).flatMap((what) => {
    const count = replaced.reduce((sum, one) => sum + one[what], 0);
    return count > 0 ? [`${count} ${what}`] : [];
  });
  const list = parts.length > 0 ? ` (${keep ? 'kept' : 'dropped'}: ${parts.join(', ')})` : '';
  const where = replaced.length > 1 ? ` in ${replaced.length} catalogs` : '';
  if (!keep) return `, reset${where}${list}`;
  const seeded = replaced.some(({ isSeeded }) => isSeeded)
    ? '; pets that were seeded or restored stay until a reset'
    : '';
  return `${where}${list}${seeded}`;
}
