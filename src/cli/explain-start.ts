import { createRedactor } from '../catalog/redact.ts';
import { OptionError } from '../contract/errors.ts';
import { secretsOf, serverDefaults } from '../server/options.ts';
import { FailedError, UsageError } from './errors.ts';
import { adviceOn, nameOf, subjectOf, valuesOf, type Settings } from './settings.ts';

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
