import { EventEmitter, once } from 'node:events';
import type { Request } from 'express';
import { errorMessages } from '../../contract/error-messages.ts';
import { findBodyProblem } from '../../operations/read-body.ts';
import { clean } from '../sanitize.ts';
import type { ClientLimits } from '../client-limits.ts';
import { askForBody } from '../continue.ts';
import { lazyPart } from '../lazy-part.ts';
import { AdminError, messages, refuse } from './refusal.ts';

/** The largest body of a control request: a snapshot of a million pets is about 100 MB. */
export const controlLimits = { maxBodyBytes: 256 * 1024 * 1024 };
/** A larger body is parsed as it comes, in bytes: slower in all, but nobody waits for it. */
export const atOnce = 1024 * 1024;
/** How many tokens a pet of an array has; and how many more a body may have than all pets do. */
export const petTokens = 14;
export const spareTokens = 10_000;
/** How many bodies above 1 MiB are in memory at a time: each takes several times its length. */
export const mostBodies = 2;

const loadParser = lazyPart(() => import('@streamparser/json'));

/**
 * Turns for long bodies: a request that gets none has its body left unread meanwhile, so that its
 * client waits.
 *
 * @param time How long one waits for its turn, in milliseconds: then its controller aborts.
 */
export function createBodyTurns(time: number) {
  const taken = new Set<AbortController>();
  const turns = new EventEmitter().setMaxListeners(0);
  const headers = { 'retry-after': String(Math.ceil(time / 1000)), connection: 'close' };
  return {
    /** @throws The reason of the controller. */
    async take(controller: AbortController): Promise<void> {
      const { signal } = controller;
      const refuseLate = () => controller.abort(new AdminError(503, messages.busy, headers));
      const timer = setTimeout(refuseLate, time);
      try {
        while (taken.size === mostBodies) await once(turns, 'end', { signal });
      } catch {
        throw signal.reason;
      } finally {
        clearTimeout(timer);
      }
      taken.add(controller);
    },
    end(controller: AbortController): void {
      if (taken.delete(controller)) turns.emit('end');
    },
  };
}

/**
 * @param maxPets How many pets it may hold: other values of a few bytes would fill the memory.
 * @param takeTurn Resolves when it is the turn of a body longer than `atOnce`.
 * @param limits How long a long one may pause, and how long all of it may be waited for.
 */
export async function readJson(
  req: Request,
  maxPets: number,
  takeTurn: () => Promise<void>,
  limits: Pick<ClientLimits, 'bodyPauseTime' | 'requestTime'>,
): Promise<unknown> {
  const { headers } = req;
  const length = Number(headers['content-length'] ?? 0);
  const isChunked = headers['transfer-encoding'] !== undefined;
  if (!isChunked && length === 0) return undefined;
  // A form on another site can send text, but JSON needs a preflight.
  const problem = findBodyProblem(headers, controlLimits);
  if (problem) refuse(problem.status, problem.error);
  // A parser of the app that this one is mounted in has read it.
  if (req.readableEnded && req.body !== undefined) return req.body;

  let parser: Awaited<ReturnType<typeof streamParser>> | undefined;
  let parsed: unknown;
  const beginLong = async () => {
    await takeTurn();
    parser = await streamParser(maxPets, (value) => (parsed = value));
  };
  if (length > atOnce) await beginLong();
  askForBody(req);
  let text = '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let read = 0;
  const chunks = req.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  const isLong = isChunked || length > atOnce;
  let left = limits.requestTime;
  try {
    for (;;) {
      const since = performance.now();
      const next = chunks.next();
      const time = Math.min(limits.bodyPauseTime, Math.max(0, left));
      const { done, value: chunk } = await (isLong ? inTime(next, time) : next);
      if (done) break;
      left -= performance.now() - since;
      read += chunk.length;
      if (read > controlLimits.maxBodyBytes)
        refuse(413, errorMessages.tooLarge(controlLimits.maxBodyBytes));
      text += decoder.decode(chunk, { stream: true });
      // In chunks, nobody knows before how long it will be.
      if (!parser && read > atOnce) await beginLong();
      if (!parser) continue;
      parser.write(text);
      text = '';
    }
    text += decoder.decode();
    if (!parser) return read === 0 ? undefined : (JSON.parse(text) as unknown);
    parser.write(text);
    if (!parser.isEnded) parser.end();
    return parsed;
  } catch (error) {
    const { code, name, message } = error as NodeJS.ErrnoException;
    if (error instanceof AdminError || req.errored || name === 'AbortError') throw error;
    const isText = code !== 'ERR_ENCODING_INVALID_ENCODED_DATA';
    return refuse(
      400,
      `The request body is not valid ${isText ? `JSON: ${clean(message)}` : 'UTF-8'}`,
    );
  } finally {
    // Not awaited, as it waits for the next chunk, too.
    chunks.return?.().catch(() => {});
  }
}

async function inTime<T>(promise: Promise<T>, time: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const refuseLate = () =>
      reject(new AdminError(408, 'The request did not arrive in time', { connection: 'close' }));
    // What came while the server was busy is read first.
    timer = setTimeout(() => setImmediate(refuseLate), time);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function streamParser(maxPets: number, onValue: (value: unknown) => void) {
  const { JSONParser } = await loadParser();
  const parser = new JSONParser({ paths: ['$'] });
  let left = maxPets * petTokens + spareTokens;
  parser.onToken = () => {
    if (left-- <= 0) refuse(413, `The request body holds more values than ${maxPets} pets have`);
  };
  parser.onValue = ({ value }) => onValue(value);
  return parser;
}
