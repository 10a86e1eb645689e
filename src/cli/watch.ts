import { watchFile } from 'node:fs';
import type { HttpHandler } from 'msw';
import type { Replaced } from '../catalog/catalog.ts';
import type { Fixtures, Snapshot } from '../contract/state.ts';
import { countOf } from '../contract/words.ts';
import { isSnapshot } from '../fixtures/read.ts';
import { loadHandlers, loadOperations } from '../server/module-lists.ts';
import type { ChangedOptions } from '../operations/service.ts';
import type { RunningServer } from '../server/start.ts';
import { UsageError } from './errors.ts';
import { explainStart } from './explain-start.ts';
import { fileOf, readFixtureSetting, readScenarioSetting } from './server-options.ts';
import type { Setting, Settings } from './settings.ts';

/** Between two looks at a file, in milliseconds. */
const interval = 100;
/** It is read once it stays as it is for longer than from one look to the next: editors write in parts. */
const quietTime = 1.5 * interval;

/** Reads the content of a file anew. */
type Read = (setting: Setting, server: RunningServer, version: number) => Promise<object>;

const readers: Readonly<Record<string, Read>> = {
  fixtures: (setting, { service }) => readFixtureSetting(setting, service.settings.dialect),
  scenarios: (setting, { service }, version) =>
    readScenarioSetting(setting, service.settings.dialect, version),
  operations: (setting, server, version) => loadOperations(moduleOf(setting, server, version)),
  handlers: (setting, server, version) => loadHandlers(moduleOf(setting, server, version)),
};

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
  const watched = Object.entries(readers).flatMap(([name, read]) => {
    const setting = settings.get(name);
    // A config file may have the content itself.
    return typeof setting?.value === 'string' ? [[setting, read] as const] : [];
  });
  if (watched.length === 0) {
    throw new UsageError(
      `--watch (PET_CATALOG_WATCH) has nothing to watch: give it a file with --fixtures, --scenarios, --operations or --handlers`,
    );
  }
  for (const [setting, read] of watched) follow(setting, read);

  /** What was refused, and may go together with what comes: a new operation and a fault of it. */
  const refused = new Map<string, object>();

  /** Has the server use what is in a file. @returns What came of it, in words. */
  function use(server: RunningServer, { option: { name } }: Setting, content: object): string {
    if (name === 'handlers') {
      server.replaceHandlers(content as HttpHandler[]);
      return countOf(Object.keys(content).length, 'handler');
    }
    const isOfSnapshot = name === 'fixtures' && isSnapshot(content as Fixtures);
    const items = isOfSnapshot ? (content as Snapshot).pets : content;
    const noun = name === 'fixtures' ? 'pet' : name.slice(0, -1);
    const others = [...refused.keys()];
    refused.set(name, content);
    let failure: unknown;
    const take = (...names: readonly string[]) => {
      const changes = Object.fromEntries(names.map((one) => [one, refused.get(one)]));
      try {
        const replaced = server.service.replace(changes as ChangedOptions, keep);
        for (const one of names) refused.delete(one);
        return replaced;
      } catch (error) {
        failure ??= error;
        return undefined;
      }
    };
    const replaced = take(name) ?? take(name, ...others);
    if (!replaced) throw failure;
    // It may be what they were waiting for.
    for (const other of refused.keys()) take(other);
    const also = others
      .filter((other) => !refused.has(other))
      .map((other) => `, and what was refused of ${String(settings.get(other)!.given)}`);
    const what = countOf(Object.keys(items).length, noun);
    return what + also.join('') + describe(replaced, keep);
  }

  function follow(setting: Setting, read: Read): void {
    let version = 0;
    let timer: NodeJS.Timeout | undefined;
    const update = async () => {
      const server = findServer();
      // It starts with what was there before, as it may have been read already.
      if (!server) return wait(interval);
      const own = ++version;
      refused.delete(setting.option.name);
      try {
        const content = await read(setting, server, own);
        // It has changed again meanwhile.
        if (own !== version) return;
        const what = use(server, setting, content);
        server.log.note('info', `reloaded ${String(setting.given)}: ${what}`);
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
