import { constants } from 'node:os';
import { builtinEnvironments, type Environment } from 'vitest/runtime';
import { endAll } from './at-the-end.ts';

const { node } = builtinEnvironments;

/** Ends a worker that has lost its run, as a signal would. */
const interruptions = { ...constants.signals, disconnect: 0 };

/**
 * Node's environment. What the tests of a worker share ends with the worker's last test, or with an
 * interruption.
 */
export default {
  ...node,
  async setup(global, options) {
    // vitest replaces it by a function that throws while tests run.
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
