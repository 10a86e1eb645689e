import type { Fault } from '../contract/faults.ts';

/** A fault that is one press away. */
export interface Preset {
  readonly name: string;
  readonly description: string;
  /** Its fields in the order of a fault's, as a catalog lists them. */
  readonly fault: Fault;
}

export const presets: readonly Preset[] = [
  { name: 'Slow answers', description: '2 s later', fault: { delay: 2000 } },
  { name: 'The next call fails', description: '503, once', fault: { status: 503, times: 1 } },
  { name: 'One call in five fails', description: '503', fault: { status: 503, rate: 0.2 } },
  { name: 'All calls fail', description: '503', fault: { status: 503 } },
  { name: 'Offline', description: 'connection reset', fault: { network: 'reset' } },
];
