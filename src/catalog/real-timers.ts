/** The functions of a clock that a wait needs. */
export interface Timers {
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
  setInterval(callback: () => void, ms: number): unknown;
}

type Builtins = { getBuiltinModule?(id: 'node:timers'): Timers | undefined };
const { process } = globalThis as { process?: Builtins };

/**
 * The real timers, taken when this module is loaded, before a test installs fake ones. vitest and Jest
 * fake only the global functions, so the functions of `node:timers` are real even if the fakes came first.
 */
const { setTimeout, clearTimeout, setInterval }: Timers =
  process?.getBuiltinModule?.('node:timers') ?? globalThis;

// A browser refuses a timer that is called as a method of another object.
export const realTimers: Timers = {
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (timer) => clearTimeout(timer),
  setInterval: (callback, ms) => setInterval(callback, ms),
};
