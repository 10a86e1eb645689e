import { constants } from 'node:os';
import { builtinEnvironments, type Environment } from 'vitest/runtime';
import { endAll } from './at-the-end.ts';

const { node } = builtinEnvironments;

/** A worker that loses its run ends as on a signal: it would run on for nobody. */
const interruptions = { ...constants.signals, disconnect: 0 };

/**
 * That of Node. When a worker has run its last test, or is interrupted, what its tests share or have
 * left ends with it.
 */
export default {
  ...node,
  async setup(global, options) {
    // vitest has it throw while tests run.
    const { exit } = process;
    const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const;
    const listeners = events.map((event) => {
      const listener = () => exit(128 + interruptions[event]);
      process.once(event, listener);
      return () => process.off(event, listener);
    });
    const { teardown } = await node.setup(global, options);
    return {
      async teardown() {
        await endAll();
        for (const remove of listeners) remove();
        await teardown(global);
      },
    };
  },
} satisfies Environment;
