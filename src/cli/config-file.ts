import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from './errors.ts';
import { isModulePath, readContent } from './read-file.ts';
import { isObject } from '../contract/values.ts';
import { serverOptions, type Option } from '../controls/options.ts';
import { createSetting, heldInJson, optionOf, type Setting } from './settings.ts';

const options: Readonly<Record<string, Option | undefined>> = serverOptions;

const names = ['js', 'mjs', 'json'].map((ending) => `pet-catalog-mock.config.${ending}`);

/** Finds the config file of the current folder. */
export function findConfigFile(): string | undefined {
  const [found, ...others] = names.filter((name) => existsSync(name));
  if (others.length === 0) return found;
  const here = `There is more than one config file here: ${[found, ...others].join(' and ')}`;
  throw new UsageError(`${here}. Keep one of them, or name one with --config FILE`);
}

/**
 * Reads a config file. Paths in it start at its own folder.
 *
 * @throws UsageError, FailedError
 */
export async function readConfigFile(file: string): Promise<Setting[]> {
  const isModule = isModulePath(file);
  const content = await readContent({ path: file, what: 'the config file' });
  if (!isObject(content)) {
    const expected = 'an object with the options by their names; of a module, its default export';
    throw new UsageError(`${file} must be ${expected}`);
  }
  // `$schema` tells editors what the file may hold.
  const { $schema: _schema, ...given } = content;
  return Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return [];
    refuseUnknown(name, options, file, '');
    const { fields } = options[name]!;
    if (!fields) return [toSetting(name, value)];
    const known = Object.keys(fields).map((field) => JSON.stringify(field));
    if (!isObject(value)) {
      throw new UsageError(`"${name}" in ${file} must be an object with ${known.join(' and ')}`);
    }
    return Object.entries(value).map(([field, part]) => {
      refuseUnknown(field, fields, file, ` in "${name}"`);
      return toSetting(`${name}.${field}`, part);
    });
  });

  function toSetting(name: string, value: unknown): Setting {
    const option = optionOf(name);
    // A module may have content instead of a path, and JSON may have content that is not code.
    const isHeld = typeof value !== 'string' && (isModule || name in heldInJson);
    const schema = (isHeld && options[name]?.schema) || option.schema;
    return createSetting({ ...option, schema }, `"${name}" in ${file}`, value, dirname(file));
  }
}

function refuseUnknown(key: string, known: object, file: string, where: string): void {
  if (Object.hasOwn(known, key)) return;
  const got = `an unknown key ${JSON.stringify(key)}${where}`;
  throw new UsageError(`${file} has ${got}. The keys are: ${Object.keys(known).join(', ')}`);
}
