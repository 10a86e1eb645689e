import type { Era } from '../catalog/era.ts';
import { problem, type Answer } from './replies.ts';
import type { Reply } from './request.ts';
import type { Trouble } from './trouble.ts';
import { end, vanish, type Visit } from './visit.ts';
import { wait } from './waiting.ts';

/** Whether a call comes to its real answer in the end, if only half of it or late. */
export function givesRealAnswer({ status, network }: Trouble): boolean {
  return status === undefined && (network === undefined || network === 'truncate');
}

/**
 * Lets a visit suffer its trouble: the wait, then the failure or, when it is only slowed, the work.
 *
 * @param work Gives the real answer; left out where there will be none.
 * @param hangs Ends when the host closes: those that hang would never end by themselves.
 */
export async function suffer(
  visit: Visit,
  trouble: Trouble,
  work: (() => Answer | Promise<Answer>) | undefined,
  hangs: Era,
): Promise<Reply> {
  const { catalog, record, request } = visit;
  const { network, delay, status, error, applied } = trouble;
  record.fault = trouble.name;
  if (network === 'hang') {
    catalog.journal.waiting(record);
    await wait(Infinity, [catalog.era, catalog.gone, hangs], request.signal?.());
    return vanish(visit);
  }
  if (delay > 0) {
    catalog.journal.waiting(record);
    const outcome = await wait(delay, [catalog.era], request.signal?.());
    if (outcome === 'gone') return vanish(visit);
    if (outcome === 'cut') return end(visit, cutOff());
  }
  if (network === 'reset' || network === 'empty') return vanish(visit, network);
  const answer = status === undefined ? await work!() : problem(status, error);
  const reply = end(visit, answer, applied);
  return network === 'truncate' ? { ...reply, network } : reply;
}

/** What is answered to a call that was in flight when its catalog was reset. */
export function cutOff(): Answer {
  return problem(503, 'The catalog was reset while this request was in flight; send it again');
}
