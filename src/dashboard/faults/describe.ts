import type { ActiveFault, Delay, Fault, NetworkFault } from '../../client.ts';
import { count, duration } from '../parts/words.ts';

const networkWords: Record<NetworkFault, string> = {
  reset: 'connection reset',
  empty: 'closed with no answer',
  truncate: 'half an answer',
  garbage: 'bytes that are no answer',
  dribble: 'the answer in small pieces',
  hang: 'never answers',
};

/** What a fault does, in words: `503 “try later”, after 2 s, 20 % of calls, 3 times`. */
export function describeFault(fault: Fault | ActiveFault): string {
  const { status, error, delay, network, rate, times } = fault;
  const words: string[] = [];
  if (network !== undefined) words.push(networkWords[network]);
  else if (status !== undefined) words.push(error ? `${status} “${error}”` : String(status));
  if (delay !== undefined)
    words.push(words.length > 0 ? `after ${wait(delay)}` : `${wait(delay)} slower`);
  if (rate !== undefined) words.push(`${Number((rate * 100).toFixed(2))} % of calls`);
  if (times !== undefined) words.push(times === 1 ? 'once' : `${count(times)} times`);
  return words.join(', ');
}

function wait(delay: Delay): string {
  if (typeof delay === 'number') return duration(delay);
  if ('p50' in delay) return `p50 ${duration(delay.p50)}, p99 ${duration(delay.p99)}`;
  return `${duration(delay.min)} to ${duration(delay.max)}`;
}
