import { access, constants } from 'node:fs/promises';
import { checkScenarios } from '../catalog/scenarios.ts';
import type { Fixtures, Scenarios } from '../contract/state.ts';
import { readFixtures } from '../fixtures/read.ts';
import { loadDefault } from '../server/load-module.ts';
import type { LogFormat, ServerOptions } from '../server/options.ts';
import { FailedError, UsageError } from './errors.ts';
import { readJson, readText, reasonOf } from './read-file.ts';
import type { Setting, Settings } from './settings.ts';

/** Reads the files that the settings name. `log` is the format where no setting has one. */
export async function toServerOptions(settings: Settings, log: LogFormat): Promise<ServerOptions> {
  const options: Record<string, unknown> = { log };
  for (const [name, { value, option }] of settings) {
    if (option.form !== 'file') options[name] = value;
  }
  const fixtures = settings.get('fixtures');
  const scenarios = settings.get('scenarios');
  const handlers = settings.get('handlers');
  const tls = await readTls(settings.get('tls.cert'), settings.get('tls.key'));
  if (fixtures) options['fixtures'] = await readFixtureFile(fixtures);
  if (scenarios) options['scenarios'] = await readScenarioFile(scenarios);
  if (handlers) options['handlers'] = await findHandlers(handlers);
  if (tls) options['tls'] = tls;
  return options as ServerOptions;
}

export async function readFixtureFile({ value, given }: Setting): Promise<Fixtures> {
  const name = String(given);
  const content = await readJson(String(value), 'the fixtures', name);
  try {
    return readFixtures(content, name);
  } catch (error) {
    throw new FailedError((error as Error).message);
  }
}

/** @param version Another one loads a module anew. */
export async function readScenarioFile(
  { value, given }: Setting,
  version?: number,
): Promise<Scenarios> {
  const path = String(value);
  const name = String(given);
  const isModule = /\.[cm]?[jt]s$/i.test(path);
  if (isModule) await findFile(path, 'the scenarios', name);
  const content = isModule
    ? await loadDefault({ path, what: 'the scenarios', name, version })
    : await readJson(path, 'the scenarios', name);
  try {
    // Whether there are too many pets is for the start to say, which knows "maxPets".
    return checkScenarios(content, Infinity);
  } catch (error) {
    throw new FailedError(`${name}: ${(error as Error).message}`);
  }
}

async function findHandlers({ value, given }: Setting): Promise<string> {
  await findFile(String(value), 'the handlers', String(given));
  return String(value);
}

async function findFile(path: string, what: string, name: string): Promise<void> {
  try {
    await access(path, constants.R_OK);
  } catch (error) {
    throw new FailedError(`Cannot read ${what} ${name}: ${reasonOf(error)}`);
  }
}

async function readTls(cert: Setting | undefined, key: Setting | undefined) {
  if (!cert && !key) return undefined;
  if (!cert)
    throw new UsageError(
      `${key!.label} needs a certificate with it: ${key!.isText ? '--tls-cert' : '"tls.cert"'}`,
    );
  if (!key)
    throw new UsageError(
      `${cert.label} needs the certificate's key with it: ${cert.isText ? '--tls-key' : '"tls.key"'}`,
    );
  const tls = {
    cert: await readText(String(cert.value), 'the certificate', String(cert.given)),
    key: await readText(String(key.value), 'the key', String(key.given)),
  };
  const { createSecureContext } = await import('node:tls');
  try {
    createSecureContext(tls);
  } catch (error) {
    throw new FailedError(
      `Cannot use the certificate ${String(cert.given)} with the key ${String(key.given)}: ` +
        (error as Error).message,
    );
  }
  return tls;
}
