import { resolve } from 'node:path';
import * as v from 'valibot';
import { checkOption } from '../contract/check.ts';
import { dialectSchema } from '../contract/dialect.ts';
import { OptionError } from '../contract/errors.ts';
import { serverOptions, type Option, type TextForm } from '../controls/options.ts';
import type { ServerOptions } from '../server/options.ts';
import { UsageError } from './errors.ts';

/** An option of the command. A field of an object, such as `tls.cert`, is an option of its own. */
export type CommandOption = Omit<Option, 'fields'> & { readonly name: string };

const filePath = v.pipe(v.string('the path of a file'), v.nonEmpty('the path of a file'));

export const commandOptions: readonly CommandOption[] = Object.entries<Option>(
  serverOptions,
).flatMap(([name, { fields, ...option }]) => {
  if (!fields) return [toCommandOption(name, option)];
  return Object.entries(fields).map(([field, source]) =>
    toCommandOption(`${name}.${field}`, Object.assign({}, option, source)),
  );
});

/** Returns the option of a known name. */
export const optionOf = (name: string) => commandOptions.find((one) => one.name === name)!;

/** The only option that a server in code does not have. */
export const watchOption = toCommandOption('watch', {
  schema: v.boolean('true or false'),
  flag: '--watch',
  group: 'Server',
  description:
    'read the files of --fixtures, --scenarios, --operations and --handlers again when they change',
});

/** The schemas of content that a JSON config file may have instead of a path. */
export const heldInJson: Readonly<Record<string, v.GenericSchema | undefined>> = {
  fixtures: v.union([v.array(v.looseObject({})), v.looseObject({})]),
  scenarios: v.record(v.string(), v.looseObject({})),
  dialect: dialectSchema,
};

/** The command takes the path of a file, and not its content. */
function toCommandOption(name: string, option: Omit<Option, 'fields'>): CommandOption {
  const { type } = option.schema;
  const { form = type === 'number' || type === 'boolean' ? type : 'text' } = option;
  return {
    group: 'Behaviour',
    variable: `PET_CATALOG_${name.replaceAll(/[A-Z]/g, '_$&').replace('.', '_').toUpperCase()}`,
    ...(form === 'boolean' && { expectedText: 'true, false, 1 or 0' }),
    ...option,
    name,
    form,
    schema: form === 'file' ? filePath : option.schema,
  };
}

/** The defaults of `run` that differ: it shares standard error with a command. */
export const runDefaults = { port: 0, log: 'none' } as const satisfies ServerOptions;

export type Setting = ReturnType<typeof createSetting>;

/** The settings that take effect, by their options. */
export type Settings = ReadonlyMap<string, Setting>;

/** Returns the values of settings, by their options. A file is its path. */
export const valuesOf = (settings: Settings) =>
  Object.fromEntries(Array.from(settings, ([name, { value }]) => [name, value])) as Omit<
    ServerOptions,
    'dialect' | 'fixtures' | 'scenarios' | 'tls'
  >;

/** Options that exclude each other: the strongest source decides. */
const exclusive: Readonly<Record<string, string>> = { pets: 'fixtures', fixtures: 'pets' };

/**
 * Chooses the settings that take effect, and checks only these.
 *
 * @param given The flags, then the variables.
 * @param config The settings of the config file, which come last.
 * @throws UsageError
 */
export function chooseSettings(
  given: readonly (readonly Setting[])[],
  config: readonly Setting[],
): Settings {
  const settings = new Map<string, Setting>();
  for (const source of [...given, config]) {
    const stronger = new Set([...settings.keys()].flatMap((name) => [name, exclusive[name]]));
    for (const setting of source) {
      if (!stronger.has(setting.option.name)) settings.set(setting.option.name, setting);
    }
  }
  for (const setting of settings.values()) checkSetting(setting);
  return settings;
}

/**
 * Reads a value that the user gave.
 *
 * @param source The user's name for it: `--pets`, `PET_CATALOG_PETS`, `"pets" in mock.json`.
 * @param folder The folder of the config file. Without it the value is text, as in flags and variables.
 */
export function createSetting(
  option: CommandOption,
  source: string,
  given: unknown,
  folder?: string,
) {
  const isText = folder === undefined;
  const isRead = typeof given === 'string' && (isText || option.form === 'delay');
  /** The value as the option takes it. A text that cannot be read stays as it is. */
  const value = isRead ? read[option.form!](given) : given;
  const isPath = option.form === 'file' && typeof value === 'string' && value !== '';
  const label = isShared(source) ? `${source} of the environment` : source;
  const found = isPath ? resolve(folder ?? '', value) : value;
  return { option, source, label, given, isText, value: found };
}

/** Names an option as the user did, or by its flag: `--pets`. */
export function nameOf(name: string, settings: Settings): string {
  const option = commandOptions.find((one) => one.name === name);
  return settings.get(name)?.label ?? longFlag(option?.flag) ?? `"${name}"`;
}

const longFlag = (flag = '') => /--[a-z-]+/.exec(flag)?.[0];

/** Variables that other tools set too: a message about one says where its value comes from. */
const isShared = (name: string) => name === 'PORT' || name === 'HOST';

/** Returns the rest of a message about a setting: how to avoid a shared variable. */
export function adviceOn({ source, option }: Setting): string {
  return isShared(source) ? `. Unset ${source} or pass ${longFlag(option.flag)}` : '';
}

/** The ports that `fetch` refuses: https://fetch.spec.whatwg.org/#port-blocking */
export const badPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
]);

/** Names a setting in a message: `--scenarios: pets.json`. */
export const subjectOf = ({ label, given, value }: Setting) =>
  typeof value === 'string' ? `${label}: ${String(given)}` : label;

/** @throws UsageError that names the option as the user did, the value, and what is expected. */
function checkSetting(setting: Setting): void {
  const { option, value, label, given, isText } = setting;
  const { name, schema, expectedText, secret } = option;
  const problem = checkOption(name, schema, value, secret);
  if (!problem) {
    if (name !== 'port' || !badPorts.has(value as number)) return;
    const reason = `must not be ${String(value)}: browsers and fetch refuse that port`;
    throw new UsageError(`${label} ${reason}${adviceOn(setting)}`);
  }
  const expected = (isText && expectedText) || problem.expected;
  const asGiven = { option: name, expected, ...(!secret && { value: given }) };
  const { explain } = new OptionError(isText || typeof given === 'string' ? asGiven : problem);
  throw new UsageError(explain(() => label) + adviceOn(setting));
}

// A text that cannot be read stays as it is: the check of the option refuses it.
const read: Readonly<Record<TextForm, (text: string) => unknown>> = {
  text: (text) => text,
  file: (text) => text,
  path: (text) => (text.startsWith('/') ? text : undefined),
  number: toNumber,
  boolean: toBoolean,
  delay(text) {
    const range = /^\s*(\d+)\s*-\s*(\d+)\s*$/.exec(text);
    if (range) return { min: Number(range[1]), max: Number(range[2]) };
    const parts = splitAtCommas(text).map((part) => /^(p50|p99)\s*=\s*(\d+)$/.exec(part));
    const delay = Object.fromEntries(parts.map((part) => [part?.[1], Number(part?.[2])]));
    return parts.length === 2 && 'p50' in delay && 'p99' in delay ? delay : toNumber(text);
  },
  keys: (text) => splitAtCommas(text).filter((key) => key !== ''),
  origins(text) {
    if (text.trim().toLowerCase() === 'false') return false;
    const origins = splitAtCommas(text);
    return origins.length === 1 ? origins[0] : origins;
  },
};

function toBoolean(text: string): boolean | string {
  const word = text.trim().toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : text;
}

/** Reads a number. Another text stays as it is, and the check of the option refuses it. */
export function toNumber(text: string): number | string {
  return /^-?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}

function splitAtCommas(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}
