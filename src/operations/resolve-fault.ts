import type { Catalog } from '../catalog/catalog.ts';
import { drawDelay } from '../catalog/draw-delay.ts';
import type { FaultAnswer } from '../catalog/fault-answer.ts';
import type { Hit } from '../catalog/faults.ts';
import type { Lifetime } from '../catalog/lifetime.ts';
import { describeFault } from '../contract/describe-fault.ts';
import { maxDelay, type NetworkFault } from '../contract/faults.ts';
import { documentedError } from '../contract/error-messages.ts';
import type { OperationName } from '../contract/operations.ts';
import { phraseOf } from '../contract/status-phrases.ts';
import { createCallMatcher, type MatchedCall, type MatchesCall } from './match-call.ts';
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
  /** Those that let go of a call which hangs, beside those of the call itself. */
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
  operation: OperationName,
) => ResolvedFault | undefined;

/** The answer for a status with no body of its own: the operation's message, or the status's phrase. */
type ErrorOf = (operation: OperationName, status: number, catalog: Catalog) => Result;

export function createFaultResolver(settings: Context['settings']): ResolveFault {
  /** By operation and status. Without it, a call that fails takes a twentieth longer. */
  const errors = new Map<string, Result>();
  const matchesCall = createCallMatcher();

  const errorOf: ErrorOf = (operation, status, { store }) => {
    // A catalog that is said to be full has as many pets as it has.
    const pets = status === 507 ? store.size : 0;
    const key = `${operation} ${status}`;
    let result = pets === 0 ? errors.get(key) : undefined;
    if (!result) {
      const error = documentedError(operation, status, { ...settings, pets }) ?? phraseOf(status);
      result = errorResult(status, error);
      if (pets === 0) errors.set(key, result);
    }
    return result;
  };

  return (context, operation) => resolveFault(context, operation, errorOf, matchesCall);
}

function resolveFault(
  context: MatchedCall & Pick<Context, 'catalog'>,
  operation: OperationName,
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
      ? faults.take(operation, context, matchesCall)
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
    holds: failing ? [failing.hold, faults.uncleared] : [],
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
  operation: OperationName,
  catalog: Catalog,
  errorOf: ErrorOf,
): Result {
  if (body !== undefined) return { status, body, overrides: headers };
  const result = errorOf(operation, status, catalog);
  return headers === undefined ? result : { ...result, overrides: headers };
}
