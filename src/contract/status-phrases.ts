import statuses from 'statuses';

/** Returns Node's phrase of a status, or `Status N` for a status without a phrase. */
export function phraseOf(status: number): string {
  return statuses.message[status] ?? `Status ${status}`;
}
