import type { Fault } from '../../client.ts';

/** The failures that people want most, each one press away. */
export const presets: readonly { name: string; fault: Fault }[] = [
  { name: '503 once', fault: { status: 503, times: 1 } },
  { name: 'Slow, 2 s', fault: { delay: 2000 } },
  { name: 'Drop connection', fault: { network: 'reset' } },
  { name: '20 % chaos', fault: { status: 503, rate: 0.2 } },
];
