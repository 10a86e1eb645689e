import { watchFile } from 'node:fs';
import type { HttpHandler } from 'msw';
import { countOf } from '../contract/words.ts';
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
 * @throws UsageError when there is no file to watch.
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
  const use = createUse();
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
      use.forget(setting.option.name);
      try {
        const content = await read(setting, server, own);
        // The file has changed again meanwhile.
        if (own !== version) return;
        const { what, used } = use.content(server, setting.option.name, content);
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
function read(setting: Setting, server: RunningServer, version: number): Promise<object> {
  const file = { ...fileOf(setting), version };
  if (setting.option.name === 'handlers') return loadHandlers(file);
  if (setting.option.name === 'operations') return loadOperations(file);
  return readHeld(setting, server.service.settings.dialect, version);
}

/** Creates the functions that give the server the content of files. */
function createUse() {
  // Refused content may fit together with another file: a renamed operation, and a fault that names it.
  let refused: Record<string, object> = {};

  /** Replaces options, together with what was refused before if that is possible. */
  function replace(server: RunningServer, name: string, content: object) {
    const others = Object.keys(refused);
    try {
      const faults = server.service.replace({ ...refused, [name]: content });
      refused = {};
      return { faults, others };
    } catch (error) {
      refused[name] = content;
      if (others.length === 0) throw error;
      const faults = server.service.replace({ [name]: content });
      delete refused[name];
      return { faults, others: [] };
    }
  }

  return {
    /** Forgets the content of a file that has changed since. */
    forget(name: string): void {
      delete refused[name];
    },
    /**
     * @returns What changed, in words, and the options whose files are used now.
     * @throws InvalidInputError or OptionError
     */
    content(server: RunningServer, name: string, content: object) {
      if (name === 'handlers') {
        server.replaceHandlers(content as HttpHandler[]);
        return { what: countOf(Object.keys(content).length, 'handler'), used: [name] };
      }
      const { faults, others } = replace(server, name, content);
      const catalogs = server.service.catalogs.all();
      const items =
        name === 'fixtures'
          ? countOf(catalogs[0]!.store.size, 'pet')
          : countOf(Object.keys(content).length, name.slice(0, -1));
      const where =
        name === 'fixtures' && catalogs.length > 1 ? ` in each of ${catalogs.length} catalogs` : '';
      const also = others.map((other) => `, and the ${other} that were refused before`).join('');
      const gone = faults > 0 ? `; removed ${countOf(faults, 'fault')} of gone operations` : '';
      return { what: items + where + also + gone, used: [name, ...others] };
    },
  };
}
