import { checkScenarios } from '../catalog/scenarios.ts';
import { checkDialect, decisionsIn, type Decisions, type Dialect } from '../contract/dialect.ts';
import type { Fixtures } from '../contract/state.ts';
import { petShapesIn } from '../contract/pet.ts';
import { messageOf } from '../contract/errors.ts';
import { readFixtures } from '../fixtures/read.ts';
import { checkHandlers } from '../server/module-lists.ts';
import { findTlsProblem, type ServerOptions } from '../server/options.ts';
import { FailedError, UsageError } from './errors.ts';
import { findFile, readBytes, readContent, readJson } from './read-file.ts';
import { createSetting, optionOf, subjectOf, type Setting, type Settings } from './settings.ts';

/** Reads the files that the settings name. @param defaults What takes effect where nobody has set it. */
export async function toServerOptions(settings: Settings, defaults: ServerOptions) {
  const options: Record<string, unknown> = { ...defaults };
  for (const [name, { value, option }] of settings) {
    if (option.form !== 'file') options[name] = value;
  }
  const tls = await readTls(settings.get('tls.cert'), settings.get('tls.key'));
  if (tls) options['tls'] = tls;
  for (const [name, read] of Object.entries(readers)) {
    const setting = settings.get(name);
    const decisions = decisionsIn(options['dialect'] as Dialect | undefined);
    if (setting) options[name] = await read(setting, decisions);
  }
  return options as ServerOptions;
}

/** The dialect first, as it decides what pets the others may have. */
const readers = {
  dialect: readDialect,
  fixtures: readFixtureSetting,
  scenarios: readScenarioSetting,
  handlers: findModule,
  operations: findModule,
};

export function readDialect(setting: Setting): Promise<Dialect> {
  return readHeld(setting, (content, subject) => {
    const checked = checkDialect(content, subject);
    if (!checked.ok) throw new Error(checked.message);
    return checked.value;
  });
}

/** The same, of a command that starts no server. @param path `undefined` for none. */
export async function readDialectFlag(path: string | undefined): Promise<Dialect | undefined> {
  if (path === undefined) return undefined;
  return readDialect(createSetting(optionOf('dialect'), '--dialect', path));
}

export function readFixtureSetting(setting: Setting, dialect: Decisions): Promise<Fixtures> {
  const shapes = petShapesIn(dialect);
  const isFile = typeof setting.value === 'string';
  return readHeld(setting, (content, subject) =>
    readFixtures(content, isFile ? subject : undefined, shapes),
  );
}

/** @param version Another one loads a module anew. */
export function readScenarioSetting(setting: Setting, dialect: Decisions, version?: number) {
  const shapes = petShapesIn(dialect);
  // Whether there are too many pets is for the start to say, which knows "maxPets".
  const check = (content: unknown) => checkScenarios(content, Infinity, undefined, shapes);
  return readHeld(setting, check, version);
}

/**
 * What a setting has itself, or in its file.
 *
 * @param check Throws with a message that may begin with the subject.
 * @throws FailedError that names the option, the file and the field.
 */
async function readHeld<T>(
  setting: Setting,
  check: (content: unknown, subject: string) => T,
  version?: number,
): Promise<T> {
  const { value, option } = setting;
  const subject = subjectOf(setting);
  const read = option.name === 'scenarios' ? readContent : readJson;
  const content = typeof value === 'string' ? await read(fileOf(setting), version) : value;
  try {
    return check(content, subject);
  } catch (error) {
    const message = messageOf(error);
    throw new FailedError(message.startsWith(subject) ? message : `${subject}: ${message}`);
  }
}

/** What the server loads itself has to be there; handlers in a config module are checked by their label. */
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
    const problem = 'does not come alone: HTTPS takes a certificate and its key';
    throw new UsageError(`${given.label} ${problem}`);
  }
  const [certFile, keyFile] = [fileOf(cert, 'certificate'), fileOf(key, 'key')];
  const tls = {
    cert: String(await readBytes(certFile)),
    key: String(await readBytes(keyFile)),
  };
  const problem = await findTlsProblem(tls);
  if (problem === undefined) return tls;
  const names = `${certFile.name} with the key ${keyFile.name}`;
  throw new FailedError(`Cannot use the certificate ${names}: ${problem}`);
}

/** The file whose path a setting is, by the name that the user gave it. */
export function fileOf({ value, given, option }: Setting, what = option.name) {
  return { path: String(value), what: `the ${what}`, name: String(given) };
}
