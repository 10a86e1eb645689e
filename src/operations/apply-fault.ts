import type { Lifetime } from '../catalog/lifetime.ts';
import { errorResult, type Result } from './response.ts';
import type { ServiceResponse } from './response.ts';
import type { ResolvedFault } from './resolve-fault.ts';
import { end, dropConnection, type Context } from './context.ts';
import { wait } from './delay.ts';

/** Whether a call comes to its real answer in the end, if only half of it or late. */
export function givesRealAnswer({ status, network }: ResolvedFault): boolean {
  return status === undefined && (network === undefined || network === 'truncate');
}

/**
 * Applies a fault: the delay, then the failure or, when the call is only slowed, the work.
 *
 * @param work Gives the real answer; left out where there will be none.
 * @param hangs Ends when the host closes: those that hang would never end by themselves.
 */
export async function applyFault(
  context: Context,
  fault: ResolvedFault,
  work: (() => Result | Promise<Result>) | undefined,
  hangs: Lifetime,
): Promise<ServiceResponse> {
  const { catalog, record, request } = context;
  const { network, delay, status, error, applied } = fault;
  record.fault = fault.name;
  if (network === 'hang') {
    catalog.journal.waiting(record);
    await wait(Infinity, [catalog.lifetime, catalog.gone, hangs], request.signal?.());
    return dropConnection(context);
  }
  if (delay > 0) {
    catalog.journal.waiting(record);
    const outcome = await wait(delay, [catalog.lifetime], request.signal?.());
    if (outcome === 'gone') return dropConnection(context);
    if (outcome === 'cancelled') return end(context, cancelled());
  }
  if (network === 'reset' || network === 'empty') return dropConnection(context, network);
  const answer = status === undefined ? await work!() : errorResult(status, error);
  const response = end(context, answer, applied);
  return network === 'truncate' ? { ...response, network } : response;
}

/** What is answered to a call that was in flight when its catalog was reset. */
export function cancelled(): Result {
  return errorResult(503, 'The catalog was reset while this request was in flight; send it again');
}
