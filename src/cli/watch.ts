import { realpath, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Replaced } from '../catalog/catalog.ts';
import { countOf } from '../contract/words.ts';
import { isSnapshot } from '../fixtures/read.ts';
import { handlerList, loadListFile, operationList } from '../server/module-lists.ts';
import type { RunningServer } from '../server/start.ts';
import { UsageError } from './errors.ts';
import { readFixtureSetting, readScenarioSetting } from './server-options.ts';
import type { Setting, Settings } from './settings.ts';

/** A file is read once it has stayed as it is from one look to the next: editors write in parts. In milliseconds. */
const interval = 100;

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
    // A config file may have the content itself.
    if (typeof setting?.value !== 'string') return [];
    const { value: path, given } = setting;
    return { name: String(given), path, setting, reload, version: 0 };
  });
  if (files.length === 0) {
    throw new UsageError(
      `--watch (PET_CATALOG_WATCH) has nothing to watch: give it a file with --fixtures, --scenarios, --operations or --handlers`,
    );
  }

  const begins = await Promise.all(files.map(({ path }) => stateOf(path)));

  return {
    /**
     * From now on, and for what has changed since the watching began, the server gets new content.
     *
     * @param explain Says what is wrong with a file.
     */
    follow(server: RunningServer, explain: (error: unknown) => string): void {
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
      // Each by itself: a drive that hangs holds up no other file.
      const followOne = async (file: (typeof files)[number], begin: string): Promise<never> => {
        let read = begin;
        for (let before = read; ; await pause(interval)) {
          const now = await stateOf(file.path);
          if (now === before && now !== read) {
            read = now;
            void reload(file);
          }
          before = now;
        }
      };
      for (const [index, file] of files.entries()) void followOne(file, begins[index]!);
    },
  };
}

/**
 * Another text when a file is another: where the links in its path lead to, when it was written and put
 * there, as a copy may keep the time of what it is of, and its length.
 */
async function stateOf(path: string): Promise<string> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  // A pipe is another with each read, and has nothing to be read twice.
  if (!stats?.isFile()) return stats ? `no file, but ${stats.ino}` : 'nothing';
  // Some drives of Windows do not say.
  const target = await realpath(path).catch(() => path);
  return [target, stats.mtimeNs, stats.ctimeNs, stats.size].join(' ');
}

function fileOf({ value, given }: Setting, { log }: RunningServer, version: number) {
  const [path, name] = [String(value), String(given)];
  const words = `${name} is still loading: it awaits something; the last good one stays until then`;
  return { path, name, version, onSlow: () => log.note('warn', words) };
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
