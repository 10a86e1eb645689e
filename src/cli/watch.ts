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
import { fileOf, readHeld } from './server-options.ts';
import type { Setting, Settings } from './settings.ts';

/** Between two looks at a file, in milliseconds. */
const interval = 100;
/** It is read once it stays as it is for longer than from one look to the next: editors write in parts. */
const quietTime = 1.5 * interval;

/** The options whose files are watched. */
const watchable = new Set(['fixtures', 'scenarios', 'operations', 'handlers']);

/** Reads the content of a file anew. */
function read(setting: Setting, server: RunningServer, version: number): Promise<object> {
  const warn = (text: string) => server.log.note('warn', text);
  const file = { ...fileOf(setting), version, warn };
  if (setting.option.name === 'handlers') return loadHandlers(file);
  if (setting.option.name === 'operations') return loadOperations(file);
  return readHeld(setting, server.service.settings.dialect, version);
}

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
  const watched = [...settings.values()].filter(
    // A config file may have the content itself.
    ({ option, value }) => watchable.has(option.name) && typeof value === 'string',
  );
  if (watched.length === 0) {
    throw new UsageError(
      `--watch (PET_CATALOG_WATCH) has nothing to watch: give it a file with --fixtures, --scenarios, --operations or --handlers`,
    );
  }
  for (const setting of watched) follow(setting);

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

  function follow(setting: Setting): void {
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
