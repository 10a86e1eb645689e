import type { Fault } from '../../client.ts';
import { ClockIcon, DiceIcon, StopIcon, UnplugIcon } from '../parts/icons.tsx';

/** The failures that people want most, each one press away. */
export const presets: readonly { name: string; Drawn: typeof ClockIcon; fault: Fault }[] = [
  { name: '503 once', Drawn: StopIcon, fault: { status: 503, times: 1 } },
  { name: 'Slow, 2 s', Drawn: ClockIcon, fault: { delay: 2000 } },
  { name: 'Drop connection', Drawn: UnplugIcon, fault: { network: 'reset' } },
  { name: '20 % chaos', Drawn: DiceIcon, fault: { status: 503, rate: 0.2 } },
];
