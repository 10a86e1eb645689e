import type { JournalEntry } from '../../client.ts';

/** How the requests of an operation went. */
export interface Summary {
  /** `other` for requests that are none. */
  operation: string;
  count: number;
  /** How many were answered, of which the rest tells. */
  answered: number;
  /** Milliseconds; 0 when none was answered. */
  median: number;
  percentile95: number;
  /** How many responses took so long, from `shortest` to `longest` in steps of the same ratio. */
  bars: number[];
}

export const barCount = 24;
/** The ends of the plot, in milliseconds. What is beyond is in the bar at the end. */
const shortest = 0.01;
const longest = 10_000;

/** Where a duration is on the plot: 0 at its left end, 1 at its right one. */
export function positionOf(milliseconds: number): number {
  const position = Math.log(milliseconds / shortest) / Math.log(longest / shortest);
  return Math.min(1, Math.max(0, position));
}

/** Counts and latencies for each operation that there was, by its name, the other requests last. */
export function summarize(entries: readonly JournalEntry[]): Summary[] {
  const isOf = (entry: JournalEntry, name: string | null) => entry.operation === name;
  const names = new Set(entries.flatMap(({ operation }) => operation ?? []));
  const groups = [
    ...[...names].toSorted(),
    ...(entries.some((entry) => isOf(entry, null)) ? [null] : []),
  ];
  return groups.map((name) =>
    summarizeOne(
      name ?? 'other',
      entries.filter((entry) => isOf(entry, name)),
    ),
  );
}

function summarizeOne(operation: string, entries: readonly JournalEntry[]): Summary {
  const bars = Array.from({ length: barCount }, () => 0);
  const times = Float64Array.from(
    entries.filter(({ status }) => status !== null),
    ({ durationMs }) => durationMs!,
  ).sort();
  for (const time of times)
    bars[Math.min(barCount - 1, Math.floor(positionOf(time) * barCount))]!++;
  // The nearest rank: a time that was measured, and none between two.
  const rank = (share: number) => times[Math.max(0, Math.ceil(share * times.length) - 1)] ?? 0;
  return {
    operation,
    count: entries.length,
    answered: times.length,
    median: rank(0.5),
    percentile95: rank(0.95),
    bars,
  };
}
