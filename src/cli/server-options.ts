import { resolveCatalogOptions, resolveModel } from '../catalog/options.ts';
import { checkScenarios } from '../catalog/scenarios.ts';
import { check } from '../contract/check.ts';
import { dialectSchema, type Dialect } from '../contract/dialect.ts';
import { plainModel } from '../contract/pet-model.ts';
import type { Snapshot } from '../controls/state.ts';
import { countOf } from '../contract/text.ts';
import { createRedactor } from '../catalog/redact.ts';
import { messageOf, OptionError } from '../contract/errors.ts';
import { readFixtures } from '../fixtures/read.ts';
import { checkHandlers, loadOperations } from '../server/module-lists.ts';
import {
  findTlsProblem,
  resolveServerOptions,
  secretsOf,
  serverCatalogOptions,
  serverDefaults,
  type ServerOptions,
} from '../server/options.ts';
import { FailedError, UsageError } from './errors.ts';
import { findFile, readContent, readJson, readText } from './read-file.ts';
import {
  adviceOn,
  createSetting,
  nameOf,
  optionOf,
  subjectOf,
  valuesOf,
  watchOption,
  type Setting,
  type Settings,
} from './settings.ts';

/** Reads the files that the settings name. @param defaults The values of options that are not set. */
export async function toServerOptions(settings: Settings, defaults: ServerOptions) {
  const options: Record<string, unknown> = { ...defaults };
  for (const [name, { value, option }] of settings) {
    if (option.form !== 'file' && option !== watchOption) options[name] = value;
  }
  const tls = await readTls(settings.get('tls.cert'), settings.get('tls.key'));
  if (tls) options['tls'] = tls;
  const own = settings.get('operations');
  for (const [name, read] of Object.entries(readers)) {
    const setting = settings.get(name);
    if (!setting) continue;
    // The pets of a file have the fields that the operations' module exports.
    const needsFields = name === 'fixtures' || name === 'scenarios';
    if (needsFields && typeof own?.value === 'string') {
      const { fields } = await loadOperations(fileOf(own));
      options['fields'] ??= fields;
    }
    options[name] = await read(setting, needsFields ? resolveModel(options) : undefined);
  }
  return options as ServerOptions;
}

/**
 * Reads the options of a server and checks them as its start does.
 *
 * @throws UsageError or FailedError that names the option as the user did.
 */
export async function readOptions(settings: Settings): Promise<ServerOptions> {
  try {
    const options = await toServerOptions(settings, { log: 'none' });
    resolveServerOptions(options);
    resolveCatalogOptions(serverCatalogOptions(options));
    return options;
  } catch (error) {
    throw explainStart(error, settings);
  }
}

/** The dialect comes first: it decides which fields the pets of the others may have. */
const readers = {
  dialect: readHeld,
  fixtures: readHeld,
  scenarios: readHeld,
  handlers: findModule,
  operations: findModule,
};

/** Reads the dialect of a command that starts no server. @param path `undefined` for none. */
export async function readDialectFlag(path: string | undefined): Promise<Dialect | undefined> {
  if (path === undefined) return undefined;
  return readHeld(createSetting(optionOf('dialect'), '--dialect', path));
}

/**
 * Reads the content of a setting, or of its file: a dialect, fixtures or scenarios.
 *
 * @param version Another version loads a module again.
 * @throws FailedError that names the option, the file and the field.
 */
export async function readHeld(
  setting: Setting,
  model = plainModel,
  version?: number,
): Promise<object> {
  const { value, option } = setting;
  const isFile = typeof value === 'string';
  const subject = subjectOf(setting);
  const read = option.name === 'scenarios' ? readContent : readJson;
  const content = isFile ? await read(fileOf(setting), version) : value;
  try {
    if (option.name === 'fixtures') {
      return readFixtures(content, isFile ? subject : undefined, model);
    }
    // The start knows "maxPets", and refuses too many pets.
    if (option.name === 'scenarios') return checkScenarios(content, Infinity, undefined, model);
    const checked = check(dialectSchema, content, subject);
    if (checked.ok) return checked.value;
    throw new Error(checked.message);
  } catch (error) {
    const message = messageOf(error);
    throw new FailedError(message.startsWith(subject) ? message : `${subject}: ${message}`);
  }
}

/** Says what fixtures leave out of a snapshot; `undefined` if that is nothing. */
export function noteOnSnapshot(content: unknown, { given }: Setting): string | undefined {
  if (typeof content !== 'object' || content === null || !('faults' in content)) return undefined;
  const { faults, delay, scenario } = content as Snapshot;
  const left = [
    ...(faults.length > 0 ? [countOf(faults.length, 'fault')] : []),
    ...(delay === undefined ? [] : ['delay']),
    ...(scenario ? ['scenario'] : []),
  ];
  if (left.length === 0) return undefined;
  const name = typeof given === 'string' ? given : 'the snapshot';
  return `${name} is used without its ${left.join(', ')}: PUT /__admin/snapshot restores all`;
}

/** The server loads the file itself, later. Handlers in a config module are checked here. */
async function findModule(setting: Setting): Promise<unknown> {
  const { value, label, option } = setting;
  if (typeof value === 'string') await findFile(fileOf(setting));
  else if (option.name === 'handlers') checkHandlers(value as unknown[], label);
  return value;
}

async function readTls(cert: Setting | undefined, key: Setting | undefined) {
  const given = cert ?? key;
  if (!given) return undefined;
  if (!cert || !key) {
    const problem = 'needs the other file: HTTPS takes a certificate and its key';
    throw new UsageError(`${given.label} ${problem}`);
  }
  const [certFile, keyFile] = [fileOf(cert, 'certificate'), fileOf(key, 'key')];
  const tls = {
    cert: await readText(certFile),
    key: await readText(keyFile),
  };
  const problem = await findTlsProblem(tls);
  if (problem === undefined) return tls;
  const names = `${certFile.name} with the key ${keyFile.name}`;
  throw new FailedError(`Cannot use the certificate ${names}: ${problem}`);
}

/** Describes the file of a setting by the name that the user gave it. */
export function fileOf({ value, given, option }: Setting, what = option.name) {
  return { path: String(value), what: `the ${what}`, name: String(given) };
}

/** Explains why the server did not start, with the user's names and without secrets. */
export function explainStart(error: unknown, settings: Settings): Error {
  const isUsage = error instanceof OptionError || error instanceof UsageError;
  const message = createRedactor(secretsOf(valuesOf(settings)))(explain(error, settings));
  return new (isUsage ? UsageError : FailedError)(message);
}

function explain(error: unknown, settings: Settings): string {
  if (error instanceof OptionError) {
    const words = error.explain((option) => nameOf(option, settings));
    const setting = settings.get(error.option);
    if (!setting) return words;
    const isNamed = words.startsWith(setting.label);
    return (isNamed ? words : `${subjectOf(setting)}: ${words}`) + adviceOn(setting);
  }
  const { code = '', message } = (error ?? {}) as NodeJS.ErrnoException;
  const { host, port: number } = { ...serverDefaults, ...valuesOf(settings) };
  const subject = (name: string, value: unknown) => {
    const setting = settings.get(name);
    return setting && adviceOn(setting) !== '' ? `${value} (${setting.label})` : String(value);
  };
  const port = `Port ${subject('port', number)}`;
  if (code === 'EADDRINUSE') {
    return `${port} is in use. Stop what is using it, or try --port 0 for a free one`;
  }
  // Ports below 1024 on Unix. On Windows: netsh interface ipv4 show excludedportrange tcp
  if (code === 'EACCES') {
    return `${port} is reserved by the system. Choose another, or try --port 0 for a free one`;
  }
  if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'].includes(code)) {
    const setting = settings.get('host');
    const advice = (setting && adviceOn(setting)) || '. Try --host 127.0.0.1';
    const name = subject('host', JSON.stringify(host));
    return `Cannot listen on host ${name}: this machine has no such name or address${advice}`;
  }
  return message ?? String(error);
}
