import { dirname } from 'node:path';
import { UsageError } from './errors.ts';
import { readJson } from './read-file.ts';
import { serverOptions, type Option } from '../contract/options.ts';
import { commandOptions, createSetting, type Setting } from './settings.ts';

/** Reads a config file. Files that it names are found from its own folder. */
export async function readConfigFile(file: string): Promise<Setting[]> {
  const content = await readJson(file, 'the config file');
  if (!isObject(content)) {
    throw new UsageError(`${file} must be a JSON object with the options by their names`);
  }
  // `$schema` tells editors what the file may hold.
  const { $schema: _schema, ...given } = content;
  return Object.entries(given).flatMap(([name, value]) => {
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
    return createSetting(option, `"${name}" in ${file}`, value, dirname(file));
  }
}

function refuseUnknown(key: string, known: object, file: string, where: string): void {
  if (Object.hasOwn(known, key)) return;
  throw new UsageError(
    `${file} has an unknown key ${JSON.stringify(key)}${where}. The keys are: ${Object.keys(known).join(', ')}`,
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
