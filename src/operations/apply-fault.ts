import type { Lifetime } from '../catalog/lifetime.ts';
import { dribble } from './dribble.ts';
import type { Context } from './request.ts';
import type { ResolvedFault } from './resolve-fault.ts';
import { dropConnection, respond } from './respond.ts';
import { cancelled, type Result, type ServiceResponse } from './response.ts';
import { waitFor } from './wait.ts';

type Run = (context: Context) => Result | Promise<Result>;

/**
 * Applies a fault to a call: the operation, where the fault comes after it; the wait; then the failure
 * or, when the call has only waited, the operation. At once, where nothing waits.
 *
 * @param run Runs the operation.
 * @param open Ends when the host closes, and with it the calls that nobody has let go.
 */
export function applyFault(
  context: Context,
  fault: ResolvedFault,
  run: Run,
  open: Lifetime,
): ServiceResponse | Promise<ServiceResponse> {
  const { record } = context;
  record.fault = fault.name;
  record.faultText = fault.text;
  record.isReplaced = fault.network !== undefined;
  const real = fault.isAfter ? run(context) : undefined;
  // A call may wait for long: it holds on to its body only if that is needed.
  if (real !== undefined || !needsOperation(fault)) {
    context.body = undefined;
    context.parsed = undefined;
  }
  if (fault.network === 'hang' || fault.isHeld || fault.delay > 0 || real instanceof Promise) {
    return applyLate(context, fault, real, run, open);
  }
  return fail(context, fault, real, run, open);
}

/** Whether the operation happens; half of an answer, or one in pieces, is sent after it. */
function needsOperation({ network, answer }: ResolvedFault): boolean {
  return network === undefined ? !answer : network === 'truncate' || network === 'dribble';
}

async function applyLate(
  context: Context,
  fault: ResolvedFault,
  early: Result | Promise<Result> | undefined,
  run: Run,
  open: Lifetime,
): Promise<ServiceResponse> {
  const { catalog, lifetime, record, request } = context;
  // Not awaited where it is there: the journal may let go of the record before a next turn.
  const real = early instanceof Promise ? await early : early;
  const hangs = fault.network === 'hang';
  const isHeld = hangs || fault.isHeld;
  catalog.journal.waiting(record);
  const end = await waitFor(
    isHeld ? Infinity : fault.delay,
    [lifetime, ...fault.holds, ...(isHeld ? [open, catalog.gone] : [])],
    request.signal?.(),
  );
  if (end === 'gone' || hangs) return dropConnection(context);
  if (lifetime.over) return respond(context, cancelled());
  return fail(context, fault, real, run, open);
}

function fail(
  context: Context,
  fault: ResolvedFault,
  early: Result | undefined,
  run: Run,
  open: Lifetime,
): ServiceResponse | Promise<ServiceResponse> {
  const { network } = fault;
  if (network === 'reset' || network === 'empty') return dropConnection(context, network);
  const real = early ?? (needsOperation(fault) ? run(context) : undefined);
  return real instanceof Promise
    ? real.then((late) => finish(context, fault, late, open))
    : finish(context, fault, real, open);
}

function finish(
  context: Context,
  { network, answer, span, holds, applied }: ResolvedFault,
  real: Result | undefined,
  open: Lifetime,
): ServiceResponse {
  // Of the answer after which garbage comes, there is only the head.
  const result = network === 'garbage' ? { status: 200, ...answer, body: '' } : (answer ?? real!);
  if (answer) context.record.isReplaced = true;
  const response = respond(context, result, applied);
  const { body } = response;
  if (network === undefined || network === 'hang') return response;
  if (network !== 'dribble') return { ...response, network };
  if (body === null || body === '') return response;
  const rush = [...holds, open];
  const pieces = (gone: AbortSignal) => dribble(body, span, context.lifetime, rush, gone);
  return { ...response, network, dribble: pieces };
}
