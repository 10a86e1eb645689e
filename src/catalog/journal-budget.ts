/** What all journals of a mock may hold together, in characters: an empty record counts as some. */
export const journalBudget = 64 * 1024 * 1024;

interface Member {
  held: number;
  readonly drop: () => boolean;
}

export type JournalBudget = ReturnType<typeof createJournalBudget>;

/**
 * The memory that journals share. When it is used up, a journal that holds more than an equal part of
 * it lets its oldest requests go, so that a key with many requests does not push out those of others.
 */
export function createJournalBudget(most = journalBudget) {
  const members = new Set<Member>();
  let held = 0;
  /** Whose turn it is to drop requests. */
  let giving: Member | undefined;

  const isUsedUp = () => held > most;

  function makeRoom(): void {
    while (isUsedUp()) {
      if (giving && giving.held > most / members.size && giving.drop()) continue;
      // Rare: the one that gave way last is asked again for as long as it holds more than its part.
      giving = undefined;
      for (const member of members) {
        if (member.held > (giving?.held ?? 0)) giving = member;
      }
      if (!giving?.drop()) return;
    }
  }

  return {
    /** @param drop Drops the oldest request of the journal, unless it is also the newest (`false`). */
    join(drop: () => boolean) {
      const member: Member = { held: 0, drop };
      members.add(member);
      return {
        /** Requests may be dropped for this, those of the journal itself among them. */
        take(amount: number): void {
          member.held += amount;
          held += amount;
          if (!giving || giving.held < member.held) giving = member;
          makeRoom();
        },
        giveBack(amount: number): void {
          member.held -= amount;
          held -= amount;
        },
        leave(): void {
          members.delete(member);
          if (giving === member) giving = undefined;
        },
      };
    },
  };
}
