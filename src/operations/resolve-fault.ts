import type { Catalog } from '../catalog/catalog.ts';
import { drawDelay } from '../catalog/draw-delay.ts';
import type { FaultAnswer } from '../catalog/fault-answer.ts';
import type { Hit } from '../catalog/faults.ts';
import type { Lifetime } from '../catalog/lifetime.ts';
import { describeFault } from '../contract/describe-fault.ts';
import { maxDelay } from '../contract/delay.ts';
import type { NetworkFault } from '../contract/faults.ts';
import type { Operation } from '../catalog/operation.ts';
import { phraseOf } from '../contract/status-phrases.ts';
import { createCallMatcher, type MatchedCall, type MatchesCall } from './match-call.ts';
import { documentedError } from './documented-error.ts';
import type { Context } from './request.ts';
import { readPreference, type Preference } from './prefer.ts';
import { errorResult, type Result } from './response.ts';

/** What goes wrong, or slowly, with one call. */
export interface ResolvedFault {
  /** Milliseconds to wait before anything else, at most `maxDelay`. */
  readonly delay: number;
  /** Answered instead of what the operation would. */
  readonly answer: Result | undefined;
  readonly network: NetworkFault | undefined;
  /** Milliseconds over which the response dribbles. */
  readonly span: number;
  /** Whether the operation happens before anything else, and its answer is replaced. */
  readonly isAfter: boolean;
  /** Whether the call waits until it is let go. */
  readonly isHeld: boolean;
  /** Those that let go of a call which waits, beside those of the call itself. */
  readonly holds: readonly Lifetime[];
  /** The id of the fault, or `prefer`. */
  readonly name: string | undefined;
  /** All that was done to the call on purpose, in words. */
  readonly text: string | undefined;
  /** The value of `Preference-Applied`. */
  readonly applied: string | undefined;
}

/** Over how many milliseconds a response dribbles where the fault has no delay. */
const usualSpan = 1000;

/**
 * Resolves the fault of a call: what it asks for itself, else the faults that hit it, and besides the
 * latency of every call. `undefined` for none.
 */
export type ResolveFault = (
  context: MatchedCall & Pick<Context, 'catalog'>,
  operation: Operation,
) => ResolvedFault | undefined;

/** The answer for a status with no body of its own: the operation's message, or the status's phrase. */
type ErrorOf = (operation: Operation, status: number, catalog: Catalog) => Result;

export function createFaultResolver(settings: Context['settings']): ResolveFault {
  const matchesCall = createCallMatcher();

  const errorOf: ErrorOf = (operation, status, { pets }) =>
    errorResult(status, documentedError(operation, status, settings, pets) ?? phraseOf(status));

  return (context, operation) => resolveFault(context, operation, errorOf, matchesCall);
}

function resolveFault(
  context: MatchedCall & Pick<Context, 'catalog'>,
  operation: Operation,
  errorOf: ErrorOf,
  matchesCall: MatchesCall,
): ResolvedFault | undefined {
  const { catalog } = context;
  const { prefer } = context.request.headers;
  const { delay: latency, faults, nextRandom } = catalog;
  const preference = prefer === undefined ? undefined : readPreference(String(prefer));
  // A call that asks for its own failure leaves the faults to others.
  const hit =
    preference?.status === undefined && faults.size > 0
      ? faults.take(operation.name, context, matchesCall)
      : undefined;
  if (hit === undefined && preference === undefined && latency === 0) return undefined;

  const { failing, delaying } = hit ?? {};
  const network = failing?.fault.network;
  let delay = drawDelay(latency, nextRandom) + drawDelay(delaying?.fault.delay ?? 0, nextRandom);
  let span = 0;
  if (network === 'dribble') span = drawDelay(failing?.fault.delay ?? usualSpan, nextRandom);
  else delay += drawDelay(failing?.fault.delay ?? 0, nextRandom);
  delay += preference?.delay ?? 0;
  if (hit === undefined && preference === undefined && delay === 0) return undefined;

  const status = preference?.status;
  const answer: Omit<FaultAnswer, 'given'> | undefined =
    status === undefined ? failing?.answer : { status, body: undefined, headers: undefined };
  return {
    // A timer that is given more is due at once.
    delay: Math.min(delay, maxDelay),
    answer: answer && resultOf(answer, operation, catalog, errorOf),
    network,
    span,
    isAfter: (failing ?? delaying)?.fault.phase === 'after',
    isHeld: delaying?.fault.hold === true,
    holds: [failing, delaying].flatMap((taken) => taken?.hold ?? []).concat(faults.uncleared),
    name: failing?.fault.id ?? delaying?.fault.id ?? (preference && 'prefer'),
    text: textOf(hit, preference),
    applied: preference?.applied,
  };
}

function textOf(hit: Hit | undefined, preference: Preference | undefined): string | undefined {
  const asked = preference && describeFault(preference);
  const texts = [hit?.failing?.text, hit?.delaying?.text, asked];
  return texts.filter((text) => text !== undefined).join('; ') || undefined;
}

function resultOf(
  { status, body, headers }: Omit<FaultAnswer, 'given'>,
  operation: Operation,
  catalog: Catalog,
  errorOf: ErrorOf,
): Result {
  if (body !== undefined) return { status, body, headers };
  return { ...errorOf(operation, status, catalog), headers };
}
