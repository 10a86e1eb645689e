import { OptionError } from '../contract/errors.ts';
import { serverDefaults } from '../server/options.ts';
import { FailedError, UsageError } from './errors.ts';
import { flags } from './flags.ts';
import { nameOf, type Settings } from './settings.ts';

/** Why the server did not start, in the user's words. */
export function explainStart(error: unknown, settings: Settings): Error {
  if (error instanceof UsageError || error instanceof FailedError) return error;
  if (error instanceof OptionError) return new UsageError(inUsersNames(error.message, settings));
  const { code, message } = error as NodeJS.ErrnoException;
  const host = String(settings.get('host')?.value ?? serverDefaults.host);
  const port = String(settings.get('port')?.value ?? serverDefaults.port);
  switch (code) {
    case 'EADDRINUSE':
      return new FailedError(
        `Port ${port} of ${host} is taken: end what listens there, or choose another with ` +
          '--port N; --port 0 takes a free one',
      );
    case 'EACCES':
      return new FailedError(
        `No permission to listen on port ${port} of ${host}: choose one above 1023 with --port N`,
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
      return new FailedError(
        `Cannot listen on the host ${JSON.stringify(host)}: it is no name or address of this ` +
          'machine; --host 127.0.0.1 is for this machine alone',
      );
    default:
      return new FailedError(message ?? String(error));
  }
}

/** `Option "pets" must …` becomes `--pets must …`, or what else the user called it. */
function inUsersNames(message: string, settings: Settings): string {
  return message.replace(/(?:Option )?"(\w+)"(?! \(--|:)/g, (whole, option: string) => {
    const flag = flags.find((one) => one.option === option);
    return settings.get(option)?.label ?? (flag ? nameOf(flag) : whole);
  });
}
