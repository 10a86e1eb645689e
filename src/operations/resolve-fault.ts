import type { Catalog } from '../catalog/catalog.ts';
import { maxDelay, type Delay, type NetworkFault } from '../contract/faults.ts';
import { documentedError } from '../contract/error-messages.ts';
import type { OperationName } from '../contract/operations.ts';
import { phraseOf } from '../contract/status-phrases.ts';
import type { Context } from './request.ts';
import { readPreference } from './prefer.ts';

/** What goes wrong, or slowly, with one call. */
export interface ResolvedFault {
  /** Milliseconds to wait before anything else, at most `maxDelay`. */
  readonly delay: number;
  readonly status: number | undefined;
  readonly error: string;
  readonly network: NetworkFault | undefined;
  /** The id of the fault, or `prefer`. */
  readonly name: string | undefined;
  /** The value of `Preference-Applied`. */
  readonly applied: string | undefined;
}

/**
 * Resolves the fault of a call: what it asks for itself, else the oldest fault that matches, and
 * besides the latency of every call. `undefined` for none.
 */
export function resolveFault(
  { catalog, request: { headers }, settings }: Pick<Context, 'catalog' | 'request' | 'settings'>,
  operation: OperationName,
): ResolvedFault | undefined {
  const { delay: latency } = catalog;
  if (headers.prefer === undefined && catalog.faults.size === 0 && latency === 0) return undefined;
  const preference =
    headers.prefer === undefined ? undefined : readPreference(String(headers.prefer));
  // A call that asks for its own failure leaves the faults to others.
  const fault = preference?.status === undefined ? catalog.faults.take(operation) : undefined;
  const sum =
    millisecondsOf(latency, catalog) +
    millisecondsOf(fault?.delay ?? 0, catalog) +
    (preference?.delay ?? 0);
  // A timer that is given more is due at once.
  const delay = Math.min(sum, maxDelay);
  const status = preference?.status ?? fault?.status;
  if (!fault && !preference && delay === 0) return undefined;
  return {
    delay,
    status,
    error:
      status === undefined
        ? ''
        : (fault?.error ?? documentedError(operation, status, settings) ?? phraseOf(status)),
    network: fault?.network,
    name: fault?.id ?? (preference && 'prefer'),
    applied: preference?.applied,
  };
}

function millisecondsOf(delay: Delay, catalog: Catalog): number {
  if (typeof delay === 'number') return delay;
  if ('p50' in delay) return delay.p50;
  return delay.min + Math.floor(catalog.nextRandom() * (delay.max - delay.min + 1));
}
