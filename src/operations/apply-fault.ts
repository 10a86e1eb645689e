import type { Lifetime } from '../catalog/lifetime.ts';
import { waitFor } from '../catalog/wait.ts';
import { dribble } from './dribble.ts';
import type { Context } from './request.ts';
import type { ResolvedFault } from './resolve-fault.ts';
import { dropConnection, respond } from './respond.ts';
import { cancelled, type MaybeLater, type Result, type ServiceResponse } from './response.ts';

/**
 * Applies a fault to a call: the operation, where the fault comes after it; the wait; then the failure
 * or, when the call has only waited, the operation. At once, where nothing waits.
 *
 * @param open Ends when the host closes, and with it the calls that nobody has let go.
 */
export function applyFault(
  context: Context,
  fault: ResolvedFault,
  run: (context: Context) => MaybeLater<Result>,
  open: Lifetime,
): MaybeLater<ServiceResponse> {
  const { catalog, lifetime, record, request } = context;
  const { network, replacement, delay, holds } = fault;
  record.fault = fault.name;
  record.faultText = fault.text;
  record.isReplaced = network !== undefined;
  const early = fault.isAfter ? run(context) : undefined;
  // Half of a response, or one in pieces, is sent after the operation.
  const needsOperation =
    network === undefined ? !replacement : network === 'truncate' || network === 'dribble';
  // A call may wait for long: it holds on to its body only if that is needed.
  if (early !== undefined || !needsOperation) {
    context.body = undefined;
    context.parsed = undefined;
  }

  const finish = (real: Result | undefined): ServiceResponse => {
    // Of the response after which garbage comes, there is only the head.
    const result =
      network === 'garbage' ? { status: 200, ...replacement, body: '' } : (replacement ?? real!);
    if (replacement) record.isReplaced = true;
    const response = respond(context, result, fault.applied);
    const { body } = response;
    if (network === undefined || network === 'hang') return response;
    if (network !== 'dribble') return { ...response, network };
    if (body === null || body === '') return response;
    const rush = [...holds, open];
    const pieces = (gone: AbortSignal) => dribble(body, fault.span, lifetime, rush, gone);
    return { ...response, network, dribble: pieces };
  };
  const fail = (done: Result | undefined): MaybeLater<ServiceResponse> => {
    if (network === 'reset' || network === 'empty') return dropConnection(context, network);
    const real = done ?? (needsOperation ? run(context) : undefined);
    return real instanceof Promise ? real.then(finish) : finish(real);
  };
  const hangs = network === 'hang';
  const isHeld = hangs || fault.isHeld;
  const failLate = async (): Promise<ServiceResponse> => {
    // Not awaited where it is there: the journal may let go of the record before a next turn.
    const done = early instanceof Promise ? await early : early;
    catalog.journal.waiting(record);
    const end = await waitFor(
      isHeld ? Infinity : delay,
      [lifetime, ...holds, ...(isHeld ? [open, catalog.gone] : [])],
      request.signal?.(),
    );
    if (end === 'gone' || hangs) return dropConnection(context);
    if (lifetime.over) return respond(context, cancelled);
    return fail(done);
  };
  return isHeld || delay > 0 || early instanceof Promise ? failLate() : fail(early);
}
