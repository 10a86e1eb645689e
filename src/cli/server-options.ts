import { access, constants } from 'node:fs/promises';
import { readFixtures } from '../fixtures/read.ts';
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
  const handlers = settings.get('handlers');
  const tls = await readTls(settings.get('tls.cert'), settings.get('tls.key'));
  if (fixtures) options['fixtures'] = await readFixtureFile(fixtures);
  if (handlers) options['handlers'] = await findHandlers(handlers);
  if (tls) options['tls'] = tls;
  return options as ServerOptions;
}

async function readFixtureFile({ value, given }: Setting) {
  const name = String(given);
  const content = await readJson(String(value), 'the fixtures', name);
  try {
    return readFixtures(content, name);
  } catch (error) {
    throw new FailedError((error as Error).message);
  }
}

async function findHandlers({ value, given }: Setting): Promise<string> {
  try {
    await access(String(value), constants.R_OK);
  } catch (error) {
    throw new FailedError(`Cannot read the handlers ${String(given)}: ${reasonOf(error)}`);
  }
  return String(value);
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
