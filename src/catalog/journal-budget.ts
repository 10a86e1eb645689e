/** The limit for all journals of a mock together, in characters. An empty record counts as 300. */
export const journalBudget = 64 * 1024 * 1024;

export type JournalBudget = ReturnType<typeof createJournalBudget>;

/**
 * The memory that journals share. When it is used up, each is cut down to an equal part of it, so that a
 * key with many requests does not push out those of others.
 */
export function createJournalBudget(most = journalBudget) {
  const trims = new Set<(most: number) => void>();
  let held = 0;
  return {
    /** @param trim Drops the oldest requests of a journal until it holds no more than that. */
    join(trim: (most: number) => void): () => void {
      trims.add(trim);
      return () => trims.delete(trim);
    },
    /** A negative amount is given back. */
    take(amount: number): void {
      held += amount;
      if (amount > 0 && held > most) for (const trim of trims) trim(most / trims.size);
    },
  };
}
