export function createListeners<Args extends unknown[]>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    tell(...args: Args): void {
      for (const listener of listeners) listener(...args);
    },
    /** Tells it, too, until the returned function is called. */
    add(listener: (...args: Args) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
