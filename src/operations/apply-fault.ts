import type { Lifetime } from '../catalog/lifetime.ts';
import { dribble } from './dribble.ts';
import type { Context } from './request.ts';
import type { ResolvedFault } from './resolve-fault.ts';
import { dropConnection, respond } from './respond.ts';
import { cancelled, type Result, type ServiceResponse } from './response.ts';
import { waitFor } from './wait.ts';

type Run = (context: Context) => Result | Promise<Result>;

/**
 * Applies a fault to a call: the delay, then the failure or, when the call is only slowed, the
 * operation. At once, where nothing waits.
 *
 * @param run Runs the operation.
 * @param open Ends when the host closes, and with it the calls that hang.
 */
export function applyFault(
  context: Context,
  fault: ResolvedFault,
  run: Run,
  open: Lifetime,
): ServiceResponse | Promise<ServiceResponse> {
  const { network, answer } = fault;
  context.record.fault = fault.name;
  context.record.faultText = fault.text;
  // A call that fails changes nothing, even when half of its response is sent.
  context.isDryRun = network !== undefined && network !== 'dribble';
  // A call may wait for long: it holds on to its body only if that is needed.
  if (answer || (network !== undefined && network !== 'truncate' && network !== 'dribble')) {
    context.body = undefined;
    context.parsed = undefined;
  }
  if (network === 'hang') return hang(context, [...fault.holds, open]);
  if (fault.delay > 0) return applyLate(context, fault, run, open);
  return fail(context, fault, run, open);
}

async function hang(context: Context, holds: readonly Lifetime[]): Promise<ServiceResponse> {
  const { catalog, lifetime, record, request } = context;
  catalog.journal.waiting(record);
  await waitFor(Infinity, [lifetime, catalog.gone, ...holds], request.signal?.());
  return dropConnection(context);
}

async function applyLate(
  context: Context,
  fault: ResolvedFault,
  run: Run,
  open: Lifetime,
): Promise<ServiceResponse> {
  const { catalog, lifetime, record, request } = context;
  catalog.journal.waiting(record);
  const end = await waitFor(fault.delay, [lifetime], request.signal?.());
  if (end === 'gone') return dropConnection(context);
  if (end === 'cancelled') return respond(context, cancelled());
  return fail(context, fault, run, open);
}

function fail(
  context: Context,
  fault: ResolvedFault,
  run: Run,
  open: Lifetime,
): ServiceResponse | Promise<ServiceResponse> {
  const { network, answer } = fault;
  if (network === 'reset' || network === 'empty') return dropConnection(context, network);
  const result =
    network === 'garbage' ? { status: 200, ...answer, body: '' } : (answer ?? run(context));
  return result instanceof Promise
    ? result.then((late) => finish(context, late, fault, open))
    : finish(context, result, fault, open);
}

function finish(
  context: Context,
  result: Result,
  { network, span, applied }: ResolvedFault,
  open: Lifetime,
): ServiceResponse {
  const response = respond(context, result, applied);
  const { body } = response;
  if (network === undefined || network === 'hang') return response;
  if (network !== 'dribble') return { ...response, network };
  if (body === null || body === '') return response;
  const { lifetime } = context;
  return { ...response, network, dribble: (gone) => dribble(body, span, lifetime, open, gone) };
}
