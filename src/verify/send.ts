import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { collectBytes } from '../operations/collect-bytes.ts';
import { duration } from '../contract/words.ts';

/** What is read of an answer at most, in bytes. */
export const mostAnswerBytes = 32 * 1024 * 1024;
const mostRedirects = 5;

/** A request as it goes out; the path is from the origin on. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/** What came back. */
export interface ReceivedAnswer {
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The paths that were followed to it, on the same origin. */
  readonly redirects: readonly string[];
}

/** Nothing came back, or nothing that can be read; the message says what, in words. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** There is nobody there at all. */
  readonly isUnreachable: boolean;
  constructor(message: string, isUnreachable = false) {
    super(message);
    this.isUnreachable = isUnreachable;
  }
}

/** Sends requests to one origin. */
export interface Client {
  /** @throws NoAnswer, or what the signal was aborted with. */
  send(request: SentRequest): Promise<ReceivedAnswer>;
  /** How many requests went out. */
  count(): number;
  close(): void;
}

/**
 * A client of one origin, whose key goes nowhere else: a redirect is followed there alone.
 *
 * @param timeout Of a whole request, in milliseconds.
 */
export function createClient(origin: string, timeout: number, signal?: AbortSignal): Client {
  const isSecure = origin.startsWith('https:');
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  let sent = 0;

  async function sendOnce({ method, path, headers, body }: SentRequest, time: AbortSignal) {
    sent++;
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const ends = signal ? AbortSignal.any([signal, time]) : time;
    const options = { agent, method, headers: { ...headers, ...length }, signal: ends, path };
    const target = new URL(origin);
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = (isSecure ? requestHttps : requestHttp)(target, options, resolve);
      request.on('error', reject);
      request.on('upgrade', (response, socket) => {
        socket.destroy();
        resolve(response);
      });
      request.end(body);
    });
    return { message, body: await readAll(message) };
  }

  return {
    async send(request) {
      const time = AbortSignal.timeout(timeout);
      const redirects: string[] = [];
      let { path } = request;
      try {
        for (;;) {
          const answer = await sendOnce({ ...request, path }, time);
          const { statusCode: status = 0, headers } = answer.message;
          const next = nextPath(status, request.method, headers.location, origin + path, origin);
          if (next === undefined || redirects.length === mostRedirects) {
            return { status, headers: toText(headers), body: answer.body, redirects };
          }
          redirects.push(next);
          path = next;
        }
      } catch (error) {
        signal?.throwIfAborted();
        if (time.aborted) throw new NoAnswer(`no answer within ${duration(timeout)}`);
        throw toNoAnswer(error as NodeJS.ErrnoException);
      }
    },
    count: () => sent,
    close: () => agent.destroy(),
  };
}

/** Where a redirect leads to on the same origin; a method that may change something is not turned into another (RFC 9110, section 15.4). */
function nextPath(
  status: number,
  method: string,
  location: string | undefined,
  from: string,
  origin: string,
): string | undefined {
  if (location === undefined || !URL.canParse(location, from)) return undefined;
  const to = new URL(location, from);
  if (to.origin !== origin) return undefined;
  const target = to.pathname + to.search;
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead) return [301, 302, 303, 307, 308].includes(status) ? target : undefined;
  // Anywhere else it might do to many what was meant for one; a slash is no other place.
  const bare = (url: string) => new URL(url, origin).pathname.replace(/\/$/, '');
  const isSame = method === 'POST' && bare(target) === bare(from);
  return isSame && (status === 307 || status === 308) ? target : undefined;
}

async function readAll(message: IncomingMessage): Promise<Uint8Array> {
  const bytes = collectBytes();
  for await (const chunk of message as AsyncIterable<Buffer<ArrayBuffer>>) {
    bytes.add(chunk);
    if (bytes.length() > mostAnswerBytes) {
      message.destroy();
      throw new NoAnswer(`an answer of more than ${mostAnswerBytes / 1024 / 1024} MiB`);
    }
  }
  return bytes.take();
}

function toText(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
}

const unreachable: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  EHOSTUNREACH: 'no way to the host',
  ENETUNREACH: 'no way to the network',
  EPROTO: 'it does not speak TLS: is it http://?',
};
const closed = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** A message of our own: that of a parser may hold what was sent. */
function toNoAnswer(error: NodeJS.ErrnoException): NoAnswer {
  if (error instanceof NoAnswer) return error;
  const { code = '' } = error;
  const known = unreachable[code];
  if (known !== undefined) return new NoAnswer(known, true);
  if (/CERT|SIGNATURE|ERR_TLS/.test(code)) {
    const words = `its certificate is not accepted (${code}); NODE_EXTRA_CA_CERTS=FILE adds an authority`;
    return new NoAnswer(words, true);
  }
  if (code.startsWith('ERR_SSL')) return new NoAnswer(unreachable['EPROTO']!, true);
  if (closed.has(code) || /aborted|socket hang up/.test(error.message)) {
    return new NoAnswer('the connection was closed');
  }
  if (code.startsWith('HPE_')) return new NoAnswer(`something that is not HTTP (${code})`);
  return new NoAnswer(code === '' ? 'no answer that can be read' : code);
}
