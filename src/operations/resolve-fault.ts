import { randomDelay } from '../catalog/random-delay.ts';
import { describeFault } from '../contract/describe-fault.ts';
import { maxDelay } from '../contract/delay.ts';
import type { FaultFields } from '../contract/faults.ts';
import type { Operation } from '../catalog/operation.ts';
import { phraseOf } from '../contract/status-phrases.ts';
import { challenge } from './authenticate.ts';
import { createCallMatcher, type MatchedCall } from './match-call.ts';
import { documentedError } from './documented-error.ts';
import type { Context } from './request.ts';
import { readPreference } from './prefer.ts';
import { errorResult, type Result } from './response.ts';

/** What goes wrong, or slowly, with one call. */
export type ResolvedFault = NonNullable<ReturnType<ReturnType<typeof createFaultResolver>>>;

type FaultedCall = MatchedCall & Pick<Context, 'catalog'>;

/** Over how many milliseconds a response dribbles where the fault has no delay. */
const usualSpan = 1000;

/**
 * Gives what resolves the fault of a call: what it asks for itself, else the faults that hit it, and
 * besides the latency of every call. `undefined` for none.
 */
export function createFaultResolver(settings: Context['settings']) {
  const matchesCall = createCallMatcher();
  return (context: FaultedCall, operation: Operation) => {
    const { catalog } = context;
    const { prefer } = context.request.headers;
    const { delay: latency, faults, nextRandom } = catalog;
    const preference = prefer === undefined ? undefined : readPreference(String(prefer));
    // A call that asks for its own failure leaves the faults to others.
    const hit =
      preference?.status === undefined && faults.size > 0
        ? faults.take(operation.name, (match) => matchesCall(match, context))
        : undefined;
    if (hit === undefined && preference === undefined && latency === 0) return undefined;

    const { failing, delaying } = hit ?? {};
    const hits = [failing, delaying].filter((one) => one !== undefined);
    const network = failing?.fault.network;
    let delay =
      randomDelay(latency, nextRandom) + randomDelay(delaying?.fault.delay ?? 0, nextRandom);
    let span = 0;
    if (network === 'dribble') span = randomDelay(failing?.fault.delay ?? usualSpan, nextRandom);
    else delay += randomDelay(failing?.fault.delay ?? 0, nextRandom);
    delay += preference?.delay ?? 0;

    const causes = hits.map(({ text }) => text);
    if (preference) causes.push(describeFault(preference));
    const replacing = preference?.status === undefined ? failing?.fault : preference;
    return {
      /** Milliseconds to wait before anything else. A timer that is given more than these is due at once. */
      delay: Math.min(delay, maxDelay),
      /** Answered instead of what the operation would. */
      replacement: replacing && resultOf(replacing, operation, context, settings),
      network,
      span,
      /** Whether the operation happens before anything else, and its response is replaced. */
      isAfter: hits[0]?.fault.phase === 'after',
      /** Whether the call waits until it is let go. */
      isHeld: delaying?.fault.hold === true,
      /** Those that let go of a call which waits, beside those of the call itself. */
      holds: [...hits.map(({ hold }) => hold), faults.uncleared],
      /** The id of the fault, or `prefer`. */
      name: hits[0]?.fault.id ?? (preference && 'prefer'),
      /** All that was done to the call on purpose, in words. */
      text: causes.join('; ') || undefined,
      applied: preference?.applied,
    };
  };
}

/** `undefined` for what leaves the response to the operation. */
function resultOf(
  { status, error, headers, body }: FaultFields,
  operation: Operation,
  { catalog, route }: FaultedCall,
  settings: Context['settings'],
): Result | undefined {
  if (status === undefined) return undefined;
  const all: Record<string, string> = {};
  // Those that such a status must have (RFC 9110, sections 15.5.2 and 15.5.6).
  if (status === 401) Object.assign(all, challenge);
  if (status === 405) all['allow'] = route.resource.allow;
  for (const [name, value] of Object.entries(headers ?? {})) all[name.toLowerCase()] = value.trim();
  if (body === undefined) {
    const documented = operation.responses?.[status];
    const words =
      error ??
      documentedError(operation, status, settings, catalog.pets) ??
      (typeof documented === 'object' ? documented.description : documented)?.replaceAll(
        '`',
        '"',
      ) ??
      phraseOf(status);
    return errorResult(status, words, all);
  }
  const isText = typeof body === 'string' && 'content-type' in all;
  return { status, body: isText ? body : JSON.stringify(body), headers: all };
}
