import { dirname, resolve } from 'node:path';
import { UsageError } from './errors.ts';
import { configKeys, flags, type Flag } from './flags.ts';
import { readJson } from './read-file.ts';
import type { Setting } from './settings.ts';

const flagOf = new Map<string, Flag>(
  flags
    .filter(({ value, environment }) => value === undefined || environment)
    .map((flag) => [flag.option, flag]),
);

/**
 * Reads a config file: a JSON object with the options by their names. Files that it names are
 * found from its own folder.
 *
 * @throws FailedError when it cannot be read or is not JSON; UsageError for what it must not hold.
 */
export async function readConfigFile(file: string): Promise<Setting[]> {
  const content = await readJson(file, 'the config file');
  if (!isObject(content)) {
    throw new UsageError(`${file} must be a JSON object with the options by their names`);
  }
  const settings: Setting[] = [];
  const add = (option: string, value: unknown) => {
    const flag = flagOf.get(option)!;
    settings.push({
      flag,
      value: adapt(flag, value, file),
      label: `"${option}" in ${file}`,
      given: value,
    });
  };
  for (const [key, value] of Object.entries(content)) {
    // It tells editors what the file may hold.
    if (key === '$schema') continue;
    refuseUnknown(key, configKeys, file, '');
    if (key !== 'tls') add(key, value);
    else if (!isObject(value)) {
      throw new UsageError(`"tls" in ${file} must be an object with "cert" and "key"`);
    } else {
      for (const [part, path] of Object.entries(value)) {
        refuseUnknown(part, ['cert', 'key'], file, ' in "tls"');
        add(`tls.${part}`, path);
      }
    }
  }
  return settings;
}

/** A delay may be written as for the flag; a file is found from the folder of the config file. */
function adapt(flag: Flag, value: unknown, file: string): unknown {
  if (typeof value !== 'string') return value;
  if (flag.file && value !== '') return resolve(dirname(file), value);
  return flag.option === 'delay' ? flag.parse(value) : value;
}

function refuseUnknown(key: string, known: readonly string[], file: string, where: string): void {
  if (known.includes(key)) return;
  throw new UsageError(
    `${file} has an unknown key ${JSON.stringify(key)}${where}. The keys are: ${known.join(', ')}`,
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
