import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { openResponse, wordsFor } from '../verify/send.ts';
import { FailedError, UsageError } from './errors.ts';
import { readPortFile } from './port-file.ts';

/** Between two attempts, in milliseconds. */
const interval = 50;
/** How long one attempt waits for an answer, in milliseconds. */
const attemptTime = 2000;

/** The mock's index is shorter, in characters. */
const indexLength = 4096;
const healthPath = '/__admin/health';

export interface WaitArguments {
  readonly url: string;
  /** Its port takes the place of the URL's. */
  readonly portFile?: string;
  readonly timeout: string;
}

/**
 * Waits for `/__admin/health` with a 2xx or, without a control plane for this host, for the mock's
 * own index at `/`. Both come from Express, so that all of the server answers. A port file is read
 * anew for each attempt: what a run that was killed has left there, the mock replaces at its start.
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
  let tried: string | undefined;
  for (let left = time; left > 0; left = until - performance.now()) {
    const port = portFile === undefined ? target.port : await readPortFile(portFile);
    if (port === undefined) {
      failure = `There was no port in ${portFile} ${within}: the mock has not started`;
    } else {
      target.port = port;
      // Without what a URL may hold of a name and a password.
      const { origin } = target;
      const nothing = `Nothing answered at ${origin} ${within}`;
      if (origin !== tried) failure = `${nothing}: no answer`;
      tried = origin;
      const signal = AbortSignal.timeout(Math.ceil(Math.min(left, attemptTime)));
      try {
        const status = await askForMock(origin, signal);
        if (status !== undefined) {
          failure = `What answers at ${origin} was not the mock ${within}: GET ${healthPath} gave ${status}`;
        } else if (!portFile || port === (await readPortFile(portFile))) return;
      } catch (error) {
        // An attempt that its timeout ended gives no reason.
        if (!signal.aborted) failure = `${nothing}: ${wordsFor(error as Error)}`;
      }
    }
    await pause(Math.max(0, Math.min(interval, until - performance.now())));
  }
  throw new FailedError(failure);
}

/** Asks once. Gives the status of what is not the mock; `undefined` when it is the mock. */
async function askForMock(origin: string, signal: AbortSignal): Promise<number | undefined> {
  const health = await ask(`${origin}${healthPath}`, signal);
  health.destroy();
  const status = health.statusCode!;
  if (isGood(status)) return undefined;
  // The control plane is off, or does not answer to this host's name.
  if (status === 403 || status === 404) {
    const index = await ask(`${origin}/`, signal);
    if (isGood(index.statusCode!) && (await isIndex(index))) return undefined;
    index.destroy();
  }
  return status;
}

const isGood = (status: number) => status >= 200 && status < 300;

/** Whether a body is the mock's index, as far as its beginning tells. */
async function isIndex(response: IncomingMessage): Promise<boolean> {
  let body = '';
  for await (const text of response.setEncoding('utf8') as AsyncIterable<string>) {
    body += text;
    if (body.length > indexLength) break;
  }
  return body.includes('"name":"pet-catalog-mock"');
}

/** Whether the mock answers is all that is asked, and nothing secret is sent. */
function ask(url: string, signal: AbortSignal): Promise<IncomingMessage> {
  const headers = { accept: 'application/json' };
  return openResponse(url, { agent: false, signal, rejectUnauthorized: false, headers });
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/** Reads `500`, `500ms`, `10s` or `1m` as milliseconds. Returns `undefined` for 0 and for any other text. */
export function toDuration(text: string): number | undefined {
  const [, amount, unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text.trim()) ?? [];
  const milliseconds = Math.round(Number(amount) * units[unit]!);
  return milliseconds > 0 && milliseconds < 2 ** 31 ? milliseconds : undefined;
}
