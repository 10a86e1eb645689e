import type { FaultHits } from '../catalog/faults.ts';
import type { Lifetime } from '../catalog/lifetime.ts';
import { matchesCall } from '../catalog/match.ts';
import { randomDelay } from '../catalog/random-delay.ts';
import { waitFor } from '../catalog/wait.ts';
import { maxDelay } from '../controls/delay.ts';
import { describeFault } from '../controls/describe-fault.ts';
import type { FaultFields, NetworkFault } from '../controls/faults.ts';
import type { Call } from './call.ts';
import { dribble } from './dribble.ts';
import { faultAnswer } from './fault-answer.ts';
import { readPreference, type Preference } from './prefer.ts';
import {
  withoutResponse,
  respond,
  cancelled,
  isBodiless,
  whatHappened,
  type MaybeLater,
  type Result,
  type ServiceResponse,
} from './response.ts';
import { failureOf } from './run-operation.ts';

/** How long a response dribbles if the fault has no delay, in milliseconds. */
const usualSpan = 1000;

interface FaultSteps {
  /** Runs the operation of the call. */
  run(): MaybeLater<Result>;
  /** The time until the host closes. */
  open(): Lifetime;
  /** Logs an error in a function of the operation. */
  onError(error: Error): void;
}

/** Everything that goes wrong with one call. */
interface Plan {
  readonly kind: 'delay' | 'hold' | 'status' | NetworkFault;
  /** Milliseconds until the next step; `Infinity` until a lifetime ends. */
  readonly wait: number;
  /** Milliseconds over which a response dribbles. */
  readonly span: number;
  /** Whether the operation runs before the wait. */
  readonly runsFirst: boolean;
  /** The answer that replaces the answer of the operation. */
  readonly replacement: Result | undefined;
  /** The lifetimes whose end wakes the call. */
  readonly holds: readonly Lifetime[];
  /** The value of `Preference-Applied`. */
  readonly applied: string | undefined;
}

/** Answers a call that a fault, a delay or `Prefer` hits. Returns `undefined` for any other call. */
export function applyFaults(
  call: Call,
  steps: FaultSteps,
): Promise<ServiceResponse> | ServiceResponse | undefined {
  const { faults, delay } = call.catalog;
  const { prefer } = call.request.headers;
  const preference = prefer === undefined ? undefined : readPreference(String(prefer));
  // A call that asks for its own failure leaves the faults to other calls.
  const hits =
    preference?.status === undefined && faults.size > 0
      ? faults.take(call.operation.name, matchesCall(call))
      : undefined;
  if (!hits && !preference && delay === 0) return undefined;
  try {
    return carryOut(call, planFor(call, hits ?? {}, preference), steps);
  } catch (error) {
    return respond(call, failureOf(call.operation, error, steps.onError));
  }
}

function planFor(call: Call, hits: FaultHits, preference: Preference | undefined): Plan {
  const { catalog, record } = call;
  const { failing, delaying } = hits;
  const all = [failing, delaying].filter((one) => one !== undefined);
  record.fault = all[0]?.fault.id ?? (preference && 'prefer');
  const texts = [
    ...all.map(({ text }) => text),
    ...(preference ? [describeFault(preference)] : []),
  ];
  record.faultText = texts.join('; ') || undefined;

  const replacing: FaultFields | undefined =
    preference?.status === undefined ? failing?.fault : preference;
  const network = failing?.fault.network;
  const isHeld = delaying?.fault.hold === true;
  const kind = network ?? (replacing ? 'status' : isHeld ? 'hold' : 'delay');
  const draw = (delay: FaultFields['delay'] = 0) => randomDelay(delay, catalog.nextRandom);
  const common = draw(catalog.delay) + draw(delaying?.fault.delay);
  const own = draw(failing?.fault.delay ?? (kind === 'dribble' ? usualSpan : 0));
  const sum = common + (kind === 'dribble' ? 0 : own) + (preference?.delay ?? 0);
  return {
    kind,
    // A longer timer would fire at once.
    wait: isHeld || kind === 'hang' ? Infinity : Math.min(sum, maxDelay),
    span: own,
    runsFirst: all[0]?.fault.phase === 'after',
    replacement: replacing && faultAnswer(replacing, call),
    holds: [...all.map(({ hold }) => hold), catalog.faults.uncleared],
    applied: preference?.applied,
  };
}

async function carryOut(call: Call, plan: Plan, steps: FaultSteps): Promise<ServiceResponse> {
  const { kind, replacement, applied } = plan;
  const { record, operation } = call;
  const isLate = kind === 'delay' || kind === 'hold' || kind === 'truncate' || kind === 'dribble';
  let real = plan.runsFirst ? await steps.run() : undefined;
  // A held call may wait for hours, and a body may be large.
  if (real || !isLate) call.body = undefined;
  const losesAnswer = kind !== 'delay' && kind !== 'hold' && kind !== 'dribble';
  // While it waits, a call with a status has no answer yet.
  record.isReplaced = losesAnswer && kind !== 'status';

  const end = await waitForPlan(call, plan, steps);
  if (real && (losesAnswer || end === 'gone')) record.happened = whatHappened(operation.name, real);
  // The wait of a call that hangs ends when the fault is removed, and then the connection closes.
  if (end === 'gone' || kind === 'hang') return withoutResponse(call);
  if (end === 'reset') return respond(call, cancelled);
  if (isLate) real ??= await steps.run();
  if (real && kind === 'truncate') record.happened = whatHappened(operation.name, real);
  if (replacement) record.isReplaced = true;

  const result = replacement ?? real;
  const hasBody = (status = 200) => record.method !== 'HEAD' && !isBodiless(status);
  switch (kind) {
    case 'delay':
    case 'hold':
    case 'status':
      return respond(call, result!, applied);
    case 'reset':
    case 'empty':
      return withoutResponse(call, kind);
    case 'garbage':
      // A client would not notice bytes after the head of a response without a body.
      if (!hasBody(replacement?.status)) return withoutResponse(call);
      return {
        ...respond(call, { status: 200, ...replacement, body: '' }, applied),
        network: kind,
      };
    case 'truncate':
      if (!hasBody(result!.status) || !result!.body) return withoutResponse(call);
      return { ...respond(call, result!, applied), network: kind };
    case 'dribble': {
      const response = respond(call, result!, applied);
      const { body } = response;
      if (!body) return response;
      const rush = [...plan.holds, steps.open()];
      const pieces = (gone: AbortSignal) => dribble(body, plan.span, call.lifetime, rush, gone);
      return { ...response, network: kind, dribble: pieces };
    }
  }
}

/** Waits. Returns why the call ends here, or `undefined` if it goes on. */
async function waitForPlan(
  { catalog, lifetime, record, request }: Call,
  { wait, holds }: Plan,
  { open }: FaultSteps,
): Promise<'gone' | 'reset' | undefined> {
  if (wait === 0) return undefined;
  catalog.journal.waiting(record);
  const others = wait === Infinity ? [open(), catalog.gone] : [];
  const end = await waitFor(wait, [lifetime, ...holds, ...others], request.signal?.());
  if (end === 'gone') return end;
  return lifetime.over ? 'reset' : undefined;
}
