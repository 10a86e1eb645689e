/**
 * The time between two resets of a catalog. What waits in a lifetime (a delay, a hang) is woken when it
 * ends, and what began in it changes nothing afterwards. A set of callbacks and not an
 * AbortSignal: Node warns of more than ten listeners on one signal.
 */
export interface Lifetime {
  /** Whether it has ended. */
  readonly over: boolean;
  /** Whether a callback waits for the end. */
  readonly isAwaited: boolean;
  /** Calls back when the lifetime ends. Returns a function that removes the callback. */
  onEnd(callback: () => void): () => void;
  /** Ends it and calls all callbacks once. */
  end(): void;
}

export function createLifetime(): Lifetime {
  const callbacks = new Set<() => void>();
  let over = false;
  return {
    get over() {
      return over;
    },
    get isAwaited() {
      return callbacks.size > 0;
    },
    onEnd(callback) {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
    end() {
      over = true;
      for (const callback of callbacks) callback();
      callbacks.clear();
    },
  };
}

/** Creates a set of functions that are told of events. */
export function createListeners<Args extends unknown[]>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    tell(...args: Args): void {
      for (const listener of listeners) listener(...args);
    },
    /** Adds a function. The returned function removes it. */
    add(listener: (...args: Args) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
