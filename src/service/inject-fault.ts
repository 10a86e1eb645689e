import { randomDelay } from '../catalog/random-delay.ts';
import type { Lifetime } from '../catalog/lifetime.ts';
import { describeFault } from '../controls/describe-fault.ts';
import { maxDelay } from '../controls/delay.ts';
import type { FaultFields } from '../controls/faults.ts';
import { parseJson } from '../contract/parse-json.ts';
import { phraseOf } from '../contract/status-phrases.ts';
import { challenge } from './authenticate.ts';
import { documentedError } from './documented-error.ts';
import { dribble } from './dribble.ts';
import { matcherOf } from './match-call.ts';
import { readPreference } from './prefer.ts';
import type { Context } from './request.ts';
import { dropConnection, respond } from './respond.ts';
import {
  cancelled,
  errorResult,
  isBodiless,
  type MaybeLater,
  type Result,
  type ServiceResponse,
} from './response.ts';
import { waitFor } from '../catalog/wait.ts';

/** Over how many milliseconds a response dribbles where the fault has no delay. */
const usualSpan = 1000;

/**
 * Gives what answers a call with which something goes wrong, or slowly: what it asks for itself, else
 * the faults that hit it, and besides the latency of every call. At once, where nothing waits;
 * `undefined` for a call with which all goes well.
 *
 * @param run Runs the operation of a call.
 * @param open Ends when the host closes, and with it the calls that nobody has let go.
 */
export function injectFault(
  context: Context,
  run: (context: Context) => MaybeLater<Result>,
  open: Lifetime,
): MaybeLater<ServiceResponse> | undefined {
  const { catalog, lifetime, record, request, routed } = context;
  const { delay: latency, faults, nextRandom } = catalog;
  const { prefer } = request.headers;
  const preference = prefer === undefined ? undefined : readPreference(String(prefer));
  // A call that asks for its own failure leaves the faults to others.
  const hit =
    preference?.status === undefined && faults.size > 0
      ? faults.take(routed.operation.name, matcherOf(context))
      : undefined;
  if (hit === undefined && preference === undefined && latency === 0) return undefined;

  const { failing, delaying } = hit ?? {};
  const hits = [failing, delaying].filter((one) => one !== undefined);
  const network = failing?.fault.network;
  const dribbles = network === 'dribble';
  const common =
    randomDelay(latency, nextRandom) + randomDelay(delaying?.fault.delay ?? 0, nextRandom);
  const own = randomDelay(failing?.fault.delay ?? (dribbles ? usualSpan : 0), nextRandom);
  // A timer that is given more than it can hold is due at once.
  const delay = Math.min(common + (dribbles ? 0 : own) + (preference?.delay ?? 0), maxDelay);
  const hangs = network === 'hang';
  const isHeld = hangs || delaying?.fault.hold === true;
  // They let go of a call that waits, beside what lets go of all.
  const holds = [...hits.map(({ hold }) => hold), faults.uncleared];

  record.fault = hits[0]?.fault.id ?? (preference && 'prefer');
  const causes = hits.map(({ text }) => text);
  if (preference) causes.push(describeFault(preference));
  record.faultText = causes.join('; ') || undefined;
  record.isReplaced = network !== undefined;

  const replacing = preference?.status === undefined ? failing?.fault : preference;
  const replacement = replacing && resultOf(replacing, context);
  const early = hits[0]?.fault.phase === 'after' ? run(context) : undefined;
  // Half of a response, or one in pieces, is sent after the operation.
  const needsOperation = network === undefined ? !replacement : network === 'truncate' || dribbles;
  // A call may wait for long: it holds on to its body only if that is needed.
  if (early !== undefined || !needsOperation) context.body = undefined;

  const noteLost = (real: Result | undefined) => {
    const isLost = !dribbles && (replacement !== undefined || network !== undefined);
    if (real && isLost) record.happened = happenedWords(routed.operation.name, real);
  };
  const finish = (real: Result | undefined): ServiceResponse => {
    noteLost(real);
    // Of the response after which garbage comes, there is only the head.
    const result =
      network === 'garbage' ? { status: 200, ...replacement, body: '' } : (replacement ?? real!);
    if (replacement) record.isReplaced = true;
    // Half of what has no body is no response, and what comes behind its head is not noticed.
    const isBare = isBodiless(result.status) || record.method === 'HEAD';
    const isLost =
      network === 'truncate' ? isBare || !result.body : network === 'garbage' && isBare;
    if (isLost) return dropConnection(context);
    const response = respond(context, result, preference?.applied);
    const { body } = response;
    if (network === undefined || hangs) return response;
    if (!dribbles) return { ...response, network };
    if (!body) return response;
    const pieces = (gone: AbortSignal) => dribble(body, own, lifetime, [...holds, open], gone);
    return { ...response, network, dribble: pieces };
  };
  const fail = (done: Result | undefined): MaybeLater<ServiceResponse> => {
    noteLost(done);
    if (network === 'reset' || network === 'empty') return dropConnection(context, network);
    const real = done ?? (needsOperation ? run(context) : undefined);
    return real instanceof Promise ? real.then(finish) : finish(real);
  };
  const failLate = async (): Promise<ServiceResponse> => {
    // Not awaited where it is there: the journal may let go of the record before a next turn.
    const done = early instanceof Promise ? await early : early;
    catalog.journal.waiting(record);
    const end = await waitFor(
      isHeld ? Infinity : delay,
      [lifetime, ...holds, ...(isHeld ? [open, catalog.gone] : [])],
      request.signal?.(),
    );
    if (end === 'gone' && done) record.happened = happenedWords(routed.operation.name, done);
    if (end === 'gone' || hangs) return dropConnection(context);
    if (lifetime.over) return respond(context, cancelled);
    return fail(done);
  };
  return isHeld || delay > 0 || early instanceof Promise ? failLate() : fail(early);
}

/** Says what an operation did whose answer is lost: `createPet created "rex"`. */
function happenedWords(operation: string, { status, body }: Result): string {
  const made = status === 201 && typeof body === 'string' ? parseJson(body) : undefined;
  const { id } = (made ?? {}) as { id?: unknown };
  return id === undefined
    ? `${operation} answered ${status}`
    : `${operation} created ${JSON.stringify(id)}`;
}

/** What a fault answers instead of the operation; `undefined` for what leaves the response to that. */
function resultOf(
  { status, error, headers, body }: FaultFields,
  { catalog, route, routed: { operation }, settings }: Context,
): Result | undefined {
  if (status === undefined) return undefined;
  const all: Record<string, string> = {};
  // Those that such a status must have (RFC 9110, sections 15.5.2 and 15.5.6).
  if (status === 401) Object.assign(all, challenge);
  if (status === 405) all['allow'] = route.resource.allow;
  for (const [name, value] of Object.entries(headers ?? {})) all[name.toLowerCase()] = value.trim();
  if (body === undefined) {
    const documented = operation.responses?.[status];
    const meaning = typeof documented === 'object' ? documented.description : documented;
    const words =
      error ??
      documentedError(operation, status, settings, catalog.pets) ??
      meaning?.replaceAll('`', '"') ??
      phraseOf(status);
    return errorResult(status, words, all);
  }
  const isText = typeof body === 'string' && 'content-type' in all;
  return { status, body: isText ? body : JSON.stringify(body), headers: all };
}
