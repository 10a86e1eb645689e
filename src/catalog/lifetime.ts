/**
 * The time between two resets of a catalog. What waits in a lifetime (a delay, a hang) is woken when it
 * ends, and what began in it changes nothing afterwards. A set of callbacks and not an
 * AbortSignal: Node warns of more than ten listeners on one signal.
 */
export type Lifetime = ReturnType<typeof createLifetime>;

export function createLifetime() {
  const callbacks = new Set<() => void>();
  let over = false;
  return {
    get over() {
      return over;
    },
    get isAwaited() {
      return callbacks.size > 0;
    },
    /** Calls back when the lifetime ends. Returns a function that removes the callback. */
    onEnd(callback: () => void): () => void {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
    end(): void {
      over = true;
      for (const callback of callbacks) callback();
      callbacks.clear();
    },
  };
}
