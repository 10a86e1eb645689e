import { once } from 'node:events';
import { isatty } from 'node:tty';
import sonic from 'sonic-boom';
import type { RequestRecord } from '../catalog/record.ts';
import { whyFailed } from '../catalog/explain.ts';
import { createRedactor, redactFilter, redactSecret } from '../catalog/redact.ts';
import { clean, cleanLines, stackOf } from './sanitize.ts';
import type { LogFormat } from './options.ts';

/** The fields of a request that the log reads. A change by the control plane has no others. */
export type LoggedRequest = Pick<
  RequestRecord,
  'at' | 'started' | 'method' | 'path' | 'query' | 'status' | 'operation' | 'apiKey'
> &
  Partial<
    Pick<
      RequestRecord,
      'durationMs' | 'fault' | 'faultText' | 'happened' | 'responseBody' | 'requestHeaders'
    >
  >;

type Level = 'info' | 'warn' | 'error';

/** The log of a server. */
export interface RequestLog {
  /** Logs one request in one line, in the background. */
  request(request: LoggedRequest): void;
  /** Logs an error with its stack, even if requests are not logged. */
  error(error: unknown, context?: string): void;
  /** Logs a message of the server, even if requests are not logged. */
  note(level: 'info' | 'warn', message: string): void;
  /** Writes the remaining lines and ends. It waits at most half a second for a slow reader. */
  close(): Promise<void>;
}

export interface RequestLogOptions {
  /** The file descriptor that is written to. Default: 2, standard error. Any other is closed at the end. */
  fd?: number | undefined;
  /** Colours in the format `pretty`. Default: when it is a terminal, see `wantsColours`. */
  colours?: boolean | undefined;
  /** Keys and tokens, redacted where they appear unless they are shorter than six characters. */
  secrets?: readonly string[] | undefined;
  /** The number of bytes that may wait for a slow reader before lines are dropped. Default: 4 MiB. */
  maxWaiting?: number | undefined;
}

/** The log is written when this many bytes are gathered, or after this many milliseconds. */
const minLength = 8192;
const periodicFlush = 100;
/** How long the end waits for a reader, in milliseconds, and how many attempts that allows. */
const patience = 500;
const attemptsAtEnd = 5;

/** A log that is written in the background. If its reader is slower than the requests, lines are dropped. */
export function createRequestLog(format: LogFormat, options: RequestLogOptions = {}): RequestLog {
  const { fd = 2, secrets = [], maxWaiting = 4 * 1024 * 1024 } = options;
  const colours = options.colours ?? wantsColours(fd);
  const paint: Paint = (code, text) => (colours ? `\x1b[${code}m${text}\x1b[0m` : text);
  const timeOf = format === 'json' ? (at: number) => new Date(at).toISOString() : timeOfDay;
  const redact = createRedactor(secrets);
  let out: sonic.SonicBoom | undefined;
  let attemptsLeft = Infinity;
  let closed = false;

  function open(): sonic.SonicBoom {
    const stream = new sonic.SonicBoom({
      fd,
      minLength,
      contentMode: 'buffer',
      periodicFlush,
      maxLength: maxWaiting,
      retryEAGAIN: () => attemptsLeft-- > 0,
    });
    // The mock goes on without its log if the reader goes or the disk is full.
    stream.on('error', () => {});
    process.on('exit', flush);
    return stream;
  }

  let last = { at: Number.NaN, time: '' };

  function lineOf(level: Level, fields: Fields, at = Date.now()): string {
    // Made once for each millisecond, which saves a tenth of a logged get.
    if (at !== last.at) last = { at, time: timeOf(at) };
    return format === 'json'
      ? `${clean(JSON.stringify({ time: last.time, level, ...fields }))}\n`
      : `${paint(dim, last.time)} ${wordsOf(level, fields, paint)}\n`;
  }

  function write(line: string): void {
    if (closed) return;
    out ??= open();
    // For a text, sonic-boom would count the bytes of all gathered lines again.
    out.write(Buffer.from(line) as unknown as string);
  }

  function flush(): void {
    attemptsLeft = Math.min(attemptsLeft, attemptsAtEnd);
    try {
      out?.flushSync();
    } catch {
      // The reader has gone.
    }
  }

  return {
    request(request) {
      if (format === 'none') return;
      const { at, started, method, path, query, status, durationMs, operation, apiKey, fault } =
        request;
      const reason = reasonOf(request);
      // `NaN` for a call that has not ended.
      const taken = durationMs || performance.now() - started;
      const fields: Fields = {
        method: redact(method),
        path: redact(path),
        query: redact(redactFilter(query)),
        status,
        durationMs: Math.round(taken * 1000) / 1000,
        operation: operation && redact(operation),
        apiKey: apiKey === undefined ? null : redact(redactSecret(apiKey)),
        ...(fault !== undefined && { fault: redact(fault) }),
        ...(reason !== undefined && { reason: redact(reason) }),
      };
      write(lineOf('info', fields, at));
    },
    error(error, context) {
      const stack = redact(stackOf(error));
      const message = stack.split('\n', 1)[0]!;
      write(lineOf('error', { message, context: context && redact(context), stack }));
    },
    note(level, message) {
      write(lineOf(level, { message: redact(message) }));
    },
    async close() {
      if (closed) return;
      closed = true;
      if (!out) return;
      attemptsLeft = Math.min(attemptsLeft, attemptsAtEnd);
      const stream = out;
      stream.flush((error) => {
        if (!error) stream.end();
      });
      const ended = once(stream, 'close', { signal: AbortSignal.timeout(patience) });
      await ended.catch(() => stream.destroy());
      process.off('exit', flush);
    },
  };
}

/** Whether it is a terminal with colours, and `NO_COLOR` (no-color.org) does not say otherwise. */
export function wantsColours(fd: number, env: NodeJS.ProcessEnv = process.env): boolean {
  return isatty(fd) && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

/** The fields of a line besides its time and level: a request, or a message. */
type Fields =
  | (Pick<LoggedRequest, 'method' | 'path' | 'query' | 'status' | 'operation' | 'fault'> & {
      durationMs: number;
      apiKey: string | null;
      reason?: string;
    })
  | { message: string; context?: string | undefined; stack?: string };

function timeOfDay(at: number): string {
  const date = new Date(at);
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

type Paint = (code: number, text: string) => string;

function wordsOf(level: Level, fields: Fields, paint: Paint): string {
  if ('message' in fields) {
    const { message, context, stack } = fields;
    if (stack === undefined)
      return level === 'warn' ? paint(yellow, clean(message)) : clean(message);
    const place = context === undefined ? '' : `${clean(context)}: `;
    return `${paint(red, 'error')} ${place}${cleanLines(stack)}`;
  }
  const { method, path, query, status, durationMs, fault, reason } = fields;
  const target = clean(query === '' ? path : `${path}?${query}`);
  const outcome = paint(colourOf(status), status === null ? ' × ' : String(status));
  const time = `${durationMs.toFixed(1)} ms`.padStart(9);
  const line = `${outcome} ${clean(method).padEnd(7)}${time}  ${target}`;
  if (reason === undefined) return line;
  return fault === undefined
    ? `${line}   ${paint(dim, clean(reason))}`
    : `${line}   ${paint(yellow, `⚡ ${clean(reason)}`)}`;
}

/** Says why a call failed: its fault, or the message that it got. */
function reasonOf(request: LoggedRequest): string | undefined {
  const { faultText, happened } = request;
  if (faultText === undefined) return whyFailed(request);
  return `fault: ${faultText}${happened === undefined ? '' : ` (${happened})`}`;
}

const [dim, red, green, yellow, cyan] = [2, 31, 32, 33, 36] as const;

function colourOf(status: number | null): number {
  if (status === null || status >= 500) return red;
  if (status >= 400) return yellow;
  return status >= 300 ? cyan : green;
}
