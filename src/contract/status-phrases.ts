import statuses from 'statuses';

/** The standard phrase of a status, as Node has it, or `Status N` for one that has none. */
export function phraseOf(status: number): string {
  return statuses.message[status] ?? `Status ${status}`;
}
