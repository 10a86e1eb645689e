import { createRedactor } from '../catalog/redact.ts';
import { OptionError } from '../contract/errors.ts';
import { secretsOf, serverDefaults } from '../server/options.ts';
import { FailedError, UsageError } from './errors.ts';
import { nameOf, type Settings } from './settings.ts';

/** The keys and the token among the settings. */
export function secretsIn(settings: Settings): string[] {
  return secretsOf({
    apiKeys: settings.get('apiKeys')?.value as string[] | undefined,
    adminToken: settings.get('adminToken')?.value as string | undefined,
  });
}

/** Why the server did not start, in the user's words and without the user's secrets. */
export function explainStart(error: unknown, settings: Settings): Error {
  const isUsage = error instanceof OptionError || error instanceof UsageError;
  const message = createRedactor(secretsIn(settings))(reasonOf(error, settings));
  return new (isUsage ? UsageError : FailedError)(message);
}

function reasonOf(error: unknown, settings: Settings): string {
  if (error instanceof OptionError) return error.explain((option) => nameOf(option, settings));
  const { code = '', message } = (error ?? {}) as NodeJS.ErrnoException;
  const host = String(settings.get('host')?.value ?? serverDefaults.host);
  const port = `Port ${String(settings.get('port')?.value ?? serverDefaults.port)} of ${host}`;
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
