import { checkScenarios } from '../catalog/scenarios.ts';
import { checkDialect, decisionsIn, type Decisions, type Dialect } from '../contract/dialect.ts';
import { petShapesIn, type Fixtures, type Scenarios } from '../contract/state.ts';
import { messageOf } from '../contract/errors.ts';
import { readFixtures } from '../fixtures/read.ts';
import { checkHandlers } from '../server/module-lists.ts';
import { findTlsProblem, type LogFormat, type ServerOptions } from '../server/options.ts';
import { FailedError, UsageError } from './errors.ts';
import { findFile, isModulePath, readBytes, readJson, readModule } from './read-file.ts';
import type { Setting, Settings } from './settings.ts';

/** Reads the files that the settings name. `log` is the format where no setting has one. */
export async function toServerOptions(settings: Settings, log: LogFormat): Promise<ServerOptions> {
  const options: Record<string, unknown> = { log };
  for (const [name, { value, option }] of settings) {
    if (option.form !== 'file') options[name] = value;
  }
  const dialect = await readDialect(settings);
  const tls = await readTls(settings.get('tls.cert'), settings.get('tls.key'));
  if (dialect) options['dialect'] = dialect;
  if (tls) options['tls'] = tls;
  for (const [name, read] of Object.entries(readers)) {
    const setting = settings.get(name);
    if (setting) options[name] = await read(setting, decisionsIn(dialect));
  }
  return options as ServerOptions;
}

const readers = {
  fixtures: readFixtureSetting,
  scenarios: readScenarioSetting,
  handlers: findModule,
  operations: findModule,
};

export async function readDialect(settings: Settings): Promise<Dialect | undefined> {
  const setting = settings.get('dialect');
  if (!setting) return undefined;
  const { value, given, label } = setting;
  if (typeof value === 'string') return readDialectFile(value, String(given), label);
  return toDialect(value, label);
}

/** @throws FailedError that names the option, the file and the field. */
export async function readDialectFile(path: string, name = path, label = '--dialect') {
  return toDialect(await readJson(path, 'the dialect', name), `${label}: ${name}`);
}

function toDialect(content: unknown, name: string): Dialect {
  const checked = checkDialect(content, name);
  if (!checked.ok) throw new FailedError(checked.message);
  return checked.value;
}

export async function readFixtureSetting(
  { value, given, label }: Setting,
  dialect: Decisions,
): Promise<Fixtures> {
  const name = typeof value === 'string' ? String(given) : undefined;
  const content = name === undefined ? value : await readJson(String(value), 'the fixtures', name);
  try {
    return readFixtures(content, name, petShapesIn(dialect));
  } catch (error) {
    throw new FailedError(`${label}: ${messageOf(error)}`);
  }
}

/** @param version Another one loads a module anew. */
export async function readScenarioSetting(
  { value, given, label }: Setting,
  dialect: Decisions,
  version?: number,
): Promise<Scenarios> {
  const isFile = typeof value === 'string';
  const name = String(given);
  const content = isFile ? await readScenarioFile(value, name, version) : value;
  try {
    // Whether there are too many pets is for the start to say, which knows "maxPets".
    return checkScenarios(content, Infinity, undefined, petShapesIn(dialect));
  } catch (error) {
    throw new FailedError(`${label}: ${isFile ? `${name}: ` : ''}${messageOf(error)}`);
  }
}

function readScenarioFile(path: string, name: string, version?: number): Promise<unknown> {
  const what = 'the scenarios';
  return isModulePath(path)
    ? readModule({ path, what, name, version })
    : readJson(path, what, name);
}

/** What the server loads itself has to be there; handlers in a config module are checked by their label. */
async function findModule({ value, given, label, option: { name } }: Setting): Promise<unknown> {
  if (typeof value === 'string') await findFile(value, `the ${name}`, String(given));
  else if (name === 'handlers') checkHandlers(value as unknown[], label);
  return value;
}

async function readTls(cert: Setting | undefined, key: Setting | undefined) {
  const given = cert ?? key;
  if (!given) return undefined;
  if (!cert || !key) {
    const problem = 'does not come alone: HTTPS takes a certificate and its key';
    throw new UsageError(`${given.label} ${problem}`);
  }
  const names = [String(cert.given), String(key.given)] as const;
  const tls = {
    cert: String(await readBytes(String(cert.value), 'the certificate', names[0])),
    key: String(await readBytes(String(key.value), 'the key', names[1])),
  };
  const problem = await findTlsProblem(tls);
  if (problem === undefined) return tls;
  throw new FailedError(`Cannot use the certificate ${names.join(' with the key ')}: ${problem}`);
}
