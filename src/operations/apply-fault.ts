import type { Lifetime } from '../catalog/lifetime.ts';
import type { Context } from './request.ts';
import type { ResolvedFault } from './resolve-fault.ts';
import { dropConnection, respond } from './respond.ts';
import { cancelled, errorResult, type Result, type ServiceResponse } from './response.ts';

/**
 * Applies a fault to a call: the delay, then the failure or, when the call is only slowed, the
 * operation.
 *
 * @param run Runs the operation.
 * @param open Ends when the host closes, and with it the calls that hang.
 */
export async function applyFault(
  context: Context,
  fault: ResolvedFault,
  run: (context: Context) => Result | Promise<Result>,
  open: Lifetime,
): Promise<ServiceResponse> {
  const { catalog, lifetime, record, request } = context;
  const { network, delay, status, error, applied } = fault;
  record.fault = fault.name;
  // A call that fails changes nothing, even when half of its response is sent.
  context.isDryRun = network !== undefined;
  const runsOperation = status === undefined && (network === undefined || network === 'truncate');
  // A call may wait for long: it holds on to its body only if that is needed.
  if (!runsOperation) context.body = undefined;
  if (network === 'hang') {
    catalog.journal.waiting(record);
    await delayFor(Infinity, [lifetime, catalog.gone, open], request.signal?.());
    return dropConnection(context);
  }
  if (delay > 0) {
    catalog.journal.waiting(record);
    const outcome = await delayFor(delay, [lifetime], request.signal?.());
    if (outcome === 'gone') return dropConnection(context);
    if (outcome === 'cancelled') return respond(context, cancelled());
  }
  if (network === 'reset' || network === 'empty') return dropConnection(context, network);
  const result = status === undefined ? await run(context) : errorResult(status, error);
  const response = respond(context, result, applied);
  return network === 'truncate' ? { ...response, network } : response;
}

/** How a delay ended: the time was up, the client had gone, or the catalog was reset meanwhile. */
type DelayEnd = 'elapsed' | 'gone' | 'cancelled';

/** Waits some milliseconds (`Infinity` for ever), or until the client goes or a lifetime ends. */
function delayFor(
  ms: number,
  lifetimes: readonly Lifetime[],
  signal: AbortSignal | undefined,
): Promise<DelayEnd> {
  if (signal?.aborted) return Promise.resolve('gone');
  if (lifetimes.some(({ over }) => over)) return Promise.resolve('cancelled');
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = (end: DelayEnd) => {
      clearTimeout(timer);
      for (const forget of forgets) forget();
      signal?.removeEventListener('abort', onAbort);
      resolve(end);
    };
    const onAbort = () => finish('gone');
    const forgets = lifetimes.map((lifetime) => lifetime.onEnd(() => finish('cancelled')));
    signal?.addEventListener('abort', onAbort);
    if (ms !== Infinity) timer = setTimeout(finish, ms, 'elapsed');
  });
}
