import { createRedactor } from '../catalog/redact.ts';
import { OptionError } from '../contract/errors.ts';
import { secretsOf, serverDefaults } from '../server/options.ts';
import { FailedError, UsageError } from './errors.ts';
import { nameOf, subjectOf, valuesOf, type Settings } from './settings.ts';

/** Why the server did not start, in the user's words and without the user's secrets. */
export function explainStart(error: unknown, settings: Settings): Error {
  const isUsage = error instanceof OptionError || error instanceof UsageError;
  const message = createRedactor(secretsOf(valuesOf(settings)))(reasonOf(error, settings));
  return new (isUsage ? UsageError : FailedError)(message);
}

function reasonOf(error: unknown, settings: Settings): string {
  if (error instanceof OptionError) {
    const words = error.explain((option) => nameOf(option, settings));
    const setting = settings.get(error.option);
    // What is in a file, or in a config file, is well-formed by itself.
    return !setting || words.startsWith(setting.label) ? words : `${subjectOf(setting)}: ${words}`;
  }
  const { code = '', message } = (error ?? {}) as NodeJS.ErrnoException;
  const { host, port: number } = { ...serverDefaults, ...valuesOf(settings) };
  const port = `Port ${number} of ${host}`;
  const choose = 'choose another with --port N; --port 0 takes a free one';
  if (code === 'EADDRINUSE') return `${port} is taken: end what listens there, or ${choose}`;
  // Those below 1024 on Unix; on Windows: netsh interface ipv4 show excludedportrange tcp
  if (code === 'EACCES') return `${port} is reserved by the system: ${choose}`;
  if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'].includes(code)) {
    const words = 'it is no name or address of this machine';
    return `Cannot listen on the host ${JSON.stringify(host)}: ${words}; --host 127.0.0.1 is for this machine alone`;
  }
  return message ?? String(error);
}
