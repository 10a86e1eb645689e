import { watchFile } from 'node:fs';
import type { Replaced } from '../catalog/catalog.ts';
import { countOf } from '../contract/words.ts';
import { isSnapshot } from '../fixtures/read.ts';
import { loadHandlers, loadOperations } from '../server/module-lists.ts';
import type { RunningServer } from '../server/start.ts';
import { UsageError } from './errors.ts';
import { explainStart } from './explain-start.ts';
import { fileOf, readFixtureSetting, readScenarioSetting } from './server-options.ts';
import type { Setting, Settings } from './settings.ts';

/** Between two looks at a file, in milliseconds. */
const interval = 100;
/** It is read once it stays as it is for longer than from one look to the next: editors write in parts. */
const quietTime = 1.5 * interval;

/** Reads a file. Gives what is in it, and what has the server use that. */
type Reload = (
  server: RunningServer,
  setting: Setting,
  version: number,
) => Promise<[content: object, use: () => readonly Replaced[] | void]>;

/**
 * From now on, a server gets new content when a file of its settings changes.
 *
 * @param mode `keep` for what was created, changed and removed to stay; `true` and `reset` for a reset.
 * @param findServer The server, once it runs.
 * @throws UsageError for another mode, and when there is no file to watch.
 */
export function watchFiles(
  settings: Settings,
  mode: string | true,
  findServer: () => RunningServer | undefined,
): void {
  const keep = mode === 'keep';
  if (mode !== true && mode !== 'reset' && !keep) {
    const got = JSON.stringify(mode);
    throw new UsageError(`--watch (PET_CATALOG_WATCH) must be "reset" or "keep", not ${got}`);
  }
  const reloads: Readonly<Record<string, Reload>> = {
    async fixtures({ service }, setting) {
      const fixtures = await readFixtureSetting(setting, service.settings.dialect);
      const pets = isSnapshot(fixtures) ? fixtures.pets : fixtures;
      return [pets, () => service.replaceStart({ fixtures }, keep)];
    },
    async scenarios({ service }, setting, version) {
      const scenarios = await readScenarioSetting(setting, service.settings.dialect, version);
      return [scenarios, () => service.replaceStart({ scenarios }, keep)];
    },
    async operations(server, setting, version) {
      const operations = await loadOperations(moduleOf(setting, server, version));
      return [operations, () => server.service.replaceOperations(operations, keep)];
    },
    async handlers(server, setting, version) {
      const handlers = await loadHandlers(moduleOf(setting, server, version));
      return [handlers, () => server.replaceHandlers(handlers)];
    },
  };
  const watched = Object.entries(reloads).filter(([name]) => {
    // A config file may have the content itself.
    return typeof settings.get(name)?.value === 'string';
  });
  if (watched.length === 0) {
    throw new UsageError(
      `--watch (PET_CATALOG_WATCH) has nothing to watch: give it a file with --fixtures, --scenarios, --operations or --handlers`,
    );
  }
  for (const [option, reload] of watched) follow(settings.get(option)!, reload);

  function follow(setting: Setting, reload: Reload): void {
    let version = 0;
    let timer: NodeJS.Timeout | undefined;
    const update = async () => {
      const server = findServer();
      // It starts with what was there before, as it may have been read already.
      if (!server) return wait(interval);
      const own = ++version;
      try {
        const [content, use] = await reload(server, setting, own);
        // It has changed again meanwhile.
        if (own !== version) return;
        const { given, option } = setting;
        const noun = option.name === 'fixtures' ? 'pet' : option.name.slice(0, -1);
        const what = countOf(Object.keys(content).length, noun) + describe(use(), keep);
        server.log.note('info', `reloaded ${String(given)}: ${what}`);
      } catch (error) {
        if (own !== version) return;
        const { message } = explainStart(error, settings);
        server.log.note('warn', `${message}; the last good one stays`);
      }
    };
    // A start that waits for what never comes must end.
    const wait = (time: number) => void (timer = setTimeout(update, time).unref());
    // It sees what links lead to, and when what is there was put there: a copy may keep the time of what it is of.
    watchFile(String(setting.value), { interval, persistent: false }, (now, before) => {
      // A pipe has nothing to be read twice, and a folder what comes into it.
      if (now.isFIFO() && before.isFIFO()) return;
      if (now.isDirectory() && before.isDirectory()) return;
      clearTimeout(timer);
      wait(quietTime);
    });
  }
}

function moduleOf(setting: Setting, { log }: RunningServer, version: number) {
  return { ...fileOf(setting), version, warn: (text: string) => log.note('warn', text) };
}

/** What has become of what was done since the start. */
function describe(replaced: readonly Replaced[] | void, keep: boolean): string {
  if (!replaced) return '';
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
