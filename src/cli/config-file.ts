import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { UsageError } from './errors.ts';
import { isModulePath, readJson, readModule } from './read-file.ts';
import { isObject } from '../contract/is-object.ts';
import { serverOptions, type Option } from '../contract/options.ts';
import { commandOptions, createSetting, type CommandOption, type Setting } from './settings.ts';

const names = ['js', 'mjs', 'json'].map((ending) => `pet-catalog-mock.config.${ending}`);

/** The config file of the current folder, where nobody names one. */
export function findConfigFile(): string | undefined {
  const [found, ...others] = names.filter((name) => existsSync(name));
  if (others.length === 0) return found;
  throw new UsageError(
    `There is more than one config file here: ${[found, ...others].join(' and ')}. ` +
      'Keep one of them, or name one with --config FILE',
  );
}

/**
 * Reads a config file. Files that it names are found from its own folder.
 *
 * @throws UsageError, FailedError
 */
export async function readConfigFile(file: string): Promise<Setting[]> {
  const isModule = isModulePath(file);
  const what = 'the config file';
  const content = isModule ? await readModule({ path: file, what }) : await readJson(file, what);
  if (!isObject(content)) {
    throw new UsageError(
      `${file} must be an object with the options by their names; of a module, its default export`,
    );
  }
  // `$schema` tells editors what the file may hold.
  const { $schema: _schema, ...given } = content;
  return Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return [];
    refuseUnknown(name, serverOptions, file, '');
    const { fields } = (serverOptions as Readonly<Record<string, Option>>)[name]!;
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
    const option = commandOptions.find((one) => one.name === name)!;
    return createSetting(
      isModule ? withValues(option) : option,
      `"${name}" in ${file}`,
      value,
      dirname(file),
    );
  }
}

function refuseUnknown(key: string, known: object, file: string, where: string): void {
  if (Object.hasOwn(known, key)) return;
  const keys = Object.keys(known).join(', ');
  throw new UsageError(
    `${file} has an unknown key ${JSON.stringify(key)}${where}. The keys are: ${keys}`,
  );
}

/** A module may also hold what is otherwise in a file of its own. */
function withValues(option: CommandOption): CommandOption {
  const words = valueWords[option.name];
  if (words === undefined) return option;
  const { schema } = (serverOptions as Readonly<Record<string, Option>>)[option.name]!;
  return { ...option, schema: v.union([option.schema, schema], `the path of a file, or ${words}`) };
}

const valueWords: Readonly<Record<string, string>> = {
  fixtures: 'an array of pets or a snapshot',
  scenarios: 'an object of scenarios by their names',
  dialect: 'an object of its fields',
  handlers: 'an array of msw handlers',
  operations: 'an array of operations',
};
