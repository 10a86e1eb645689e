import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { FailedError, UsageError } from './errors.ts';
import { toDuration } from './parse.ts';

/** Between two attempts, in milliseconds. */
const interval = 50;
/** A connection that is accepted and left alone is tried anew after this time, in milliseconds. */
const attemptTime = 2000;

/**
 * Waits until a server answers, whatever it answers.
 *
 * @throws UsageError for a bad URL or duration; FailedError when time is up.
 */
export async function waitForServer(url: string, timeout: string): Promise<void> {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new UsageError('--url must be a URL such as http://127.0.0.1:4020');
  }
  const time = toDuration(timeout);
  if (time === undefined) {
    throw new UsageError(
      `--timeout must be a duration such as 500ms, 10s or 1m, not ${JSON.stringify(timeout)}`,
    );
  }
  // Without what a URL may hold of a name and a password.
  const { origin } = new URL(url);
  const until = performance.now() + time;
  let reason = 'no answer';
  for (;;) {
    const left = until - performance.now();
    if (left <= 0) break;
    const failure = await ask(`${origin}/__admin/health`, Math.min(left, attemptTime));
    if (failure === undefined) return;
    // What the last attempt was cut short by says nothing.
    if (failure !== 'no answer' || reason === 'no answer') reason = failure;
    await pause(Math.min(interval, Math.max(0, until - performance.now())));
  }
  throw new FailedError(`Nothing answered at ${origin} within ${timeout}: ${reason}`);
}

/** Asks once. Gives why there was no answer; `undefined` when there was one. */
function ask(url: string, time: number): Promise<string | undefined> {
  return new Promise((done) => {
    const signal = AbortSignal.timeout(Math.ceil(time));
    // Whether somebody answers is all that is asked, and nothing secret is sent.
    const options = { agent: false, signal, rejectUnauthorized: false } as const;
    const request = url.startsWith('https:') ? getHttps(url, options) : getHttp(url, options);
    request.on('response', () => {
      done(undefined);
      request.destroy();
    });
    request.on('error', (error: NodeJS.ErrnoException) => done(reasonOf(error)));
  });
}

function reasonOf(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ABORT_ERR':
      return 'no answer';
    case 'ECONNREFUSED':
      return 'connection refused';
    case 'ENOTFOUND':
      return 'no such host';
    case 'ECONNRESET':
      return 'the connection was closed';
    default:
      return error.code ?? error.message ?? 'no answer';
  }
}
