import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { openResponse, wordsFor } from '../verify/send.ts';
import { FailedError, UsageError } from './errors.ts';
import { readPortFile } from './port-file.ts';

/** Between two attempts, in milliseconds. */
const interval = 50;
/** How long one attempt waits for an answer, in milliseconds. */
const attemptTime = 2000;
const healthPath = '/__admin/health';

export interface WaitArguments {
  readonly url: string;
  /** Its port takes the place of the URL's. */
  readonly portFile?: string;
  readonly timeout: string;
}

/**
 * Waits for `/__admin/health` with a 2xx or, without a control plane for this host, for the mock's own
 * index at `/`. Each attempt reads the port file again: the mock writes it once it answers.
 */
export async function waitForServer({ url, portFile, timeout }: WaitArguments): Promise<void> {
  const time = toDuration(timeout);
  if (time === undefined) {
    const got = JSON.stringify(timeout);
    throw new UsageError(`--timeout must be milliseconds, or a time such as 10s or 1m, not ${got}`);
  }
  const target = new URL(url);
  const until = performance.now() + time;
  const within = `within ${/\d$/.test(timeout.trim()) ? `${timeout} ms` : timeout}`;
  let failure = '';
  for (let left = time; left > 0; left = until - performance.now()) {
    const port = portFile === undefined ? target.port : await readPortFile(portFile);
    if (port === undefined) {
      failure = `There was no port in ${portFile} ${within}: the mock has not started`;
    } else {
      target.port = port;
      // The URL may have a name and a password.
      const { origin } = target;
      const signal = AbortSignal.timeout(Math.ceil(Math.min(left, attemptTime)));
      try {
        const status = await askForMock(origin, signal);
        if (status === undefined) return;
        failure = `What answers at ${origin} was not the mock ${within}: GET ${healthPath} gave ${status}`;
      } catch (error) {
        // An attempt that its timeout ended gives no reason.
        if (!signal.aborted || failure === '') {
          const reason = signal.aborted ? 'no answer' : wordsFor(error as Error);
          failure = `Nothing answered at ${origin} ${within}: ${reason}`;
        }
      }
    }
    await pause(Math.max(0, Math.min(interval, until - performance.now())));
  }
  throw new FailedError(failure);
}

/** Asks once. Returns `undefined` if the mock answers, and the status of any other answer. */
async function askForMock(origin: string, signal: AbortSignal): Promise<number | undefined> {
  const health = await ask(`${origin}${healthPath}`, signal);
  health.destroy();
  const status = health.statusCode!;
  if (isGood(status)) return undefined;
  // The control plane is off, or does not answer to this host's name.
  if (status === 403 || status === 404) {
    const index = await ask(`${origin}/`, signal);
    const body = await text(index);
    if (isGood(index.statusCode!) && body.includes('"name":"pet-catalog-mock"')) return undefined;
  }
  return status;
}

const isGood = (status: number) => status >= 200 && status < 300;

/** Sends nothing secret, and takes any certificate: it only asks whether the mock answers. */
function ask(url: string, signal: AbortSignal): Promise<IncomingMessage> {
  const headers = { accept: 'application/json' };
  return openResponse(url, { agent: false, signal, rejectUnauthorized: false, headers });
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** Reads `500`, `500ms`, `10s` or `1m` as milliseconds. Returns `undefined` for 0 and for any other text. */
export function toDuration(duration: string): number | undefined {
  const [, amount, unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(duration.trim()) ?? [];
  const milliseconds = Math.round(Number(amount) * units[unit]!);
  return milliseconds > 0 && milliseconds < 2 ** 31 ? milliseconds : undefined;
}
