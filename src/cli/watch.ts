import { watchFile } from 'node:fs';
import type { HttpHandler } from 'msw';
import { countOf } from '../contract/text.ts';
import { loadHandlers, loadOperations } from '../server/module-lists.ts';
import type { RunningServer } from '../server/start.ts';
import { UsageError } from './errors.ts';
import { explainStart, fileOf, noteOnSnapshot, readHeld } from './server-options.ts';
import type { Setting, Settings } from './settings.ts';

/** How often a file is checked, in milliseconds. */
const interval = 100;
/** A file is read when it has not changed for this time, because editors write in parts. */
const quietTime = 1.5 * interval;

/** The options whose files are watched. */
const watchable = new Set(['fixtures', 'scenarios', 'operations', 'handlers']);

/**
 * Watches the files of settings. The server uses their new content whenever they change.
 *
 * @param findServer Returns the server, once it runs.
 * @throws UsageError without a file to watch.
 */
export function watchFiles(settings: Settings, findServer: () => RunningServer | undefined): void {
  // A config file may have the content itself.
  const watched = [...settings.values()].filter(
    ({ option, value }) => watchable.has(option.name) && typeof value === 'string',
  );
  if (watched.length === 0) {
    throw new UsageError(
      `--watch (PET_CATALOG_WATCH) has nothing to watch: give it a file with --fixtures, --scenarios, --operations or --handlers`,
    );
  }
  /** Content that was refused. It may fit together with another file: a renamed operation, and its fault. */
  const refused: Record<string, object> = {};
  /** What is wrong with the files, by their options. */
  const problems = new Map<string, string>();

  for (const setting of watched) {
    let version = 0;
    let timer: NodeJS.Timeout | undefined;
    const wait = (time: number) => void (timer = setTimeout(update, time).unref());
    const update = async () => {
      const server = findServer();
      // The server may have read the file already, so the change is used after its start.
      if (!server) return wait(interval);
      const own = ++version;
      delete refused[setting.option.name];
      try {
        const content = await read(setting, server, own);
        // The file has changed again meanwhile.
        if (own !== version) return;
        const { what, used } = use(server, setting.option.name, content, refused);
        for (const name of used) problems.delete(name);
        server.log.note('info', `reloaded ${String(setting.given)}: ${what}`);
        const note = noteOnSnapshot(content, setting);
        if (note !== undefined && setting.option.name === 'fixtures') server.log.note('info', note);
      } catch (error) {
        if (own !== version) return;
        const { message } = explainStart(error, settings);
        problems.set(setting.option.name, `${message}; the last good one stays`);
        server.log.note('warn', problems.get(setting.option.name)!);
      }
      server.service.setProblems([...problems.values()]);
    };
    // Polling follows links, and notices a copy that keeps the time of its original.
    watchFile(String(setting.value), { interval, persistent: false }, () => {
      clearTimeout(timer);
      wait(quietTime);
    });
  }
}

/** Reads the content of a file. @param version Another version loads a module again. */
async function read(setting: Setting, server: RunningServer, version: number): Promise<object> {
  const file = { ...fileOf(setting), version };
  if (setting.option.name === 'handlers') return loadHandlers(file);
  if (setting.option.name === 'operations') return (await loadOperations(file)).operations;
  return readHeld(setting, server.service.settings.model, version);
}

/**
 * Has the server use the content of a file, together with what was refused before if that is possible.
 *
 * @returns What changed, in words, and the options whose files are used now.
 * @throws InvalidInputError or OptionError
 */
function use(
  { service, replaceHandlers }: RunningServer,
  name: string,
  content: object,
  refused: Record<string, object>,
) {
  const items = countOf(Object.keys(content).length, name.slice(0, -1));
  if (name === 'handlers') {
    replaceHandlers(content as HttpHandler[]);
    return { what: items, used: [name] };
  }
  const others = Object.keys(refused);
  refused[name] = content;
  let used = [...others, name];
  let faults: number;
  try {
    faults = service.replace(refused);
  } catch (error) {
    if (others.length === 0) throw error;
    used = [name];
    faults = service.replace({ [name]: content });
  }
  for (const one of used) delete refused[one];
  const { length } = service.catalogs.all();
  const pets = countOf(service.catalogs.common.store.size, 'pet');
  const inEach = length > 1 ? ` in each of ${length} catalogs` : '';
  const also = used.slice(0, -1).map((other) => `, and the ${other} that were refused before`);
  const gone = faults > 0 ? `; removed ${countOf(faults, 'fault')} of gone operations` : '';
  return { what: (name === 'fixtures' ? pets + inEach : items) + also.join('') + gone, used };
}
