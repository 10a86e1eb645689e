/**
 * The key behind a masked one (`te…01`), when exactly one of the keys used on this page can be it.
 *
 * @param masked As the journal and the list of catalogs show it; `null` when none was sent.
 */
export function keyOf(masked: string | null, used: readonly string[]): string | undefined {
  if (masked === null) return undefined;
  const [start, end] = masked.split('…');
  if (start === undefined || end === undefined) return undefined;
  // Masks of long keys show both ends; those of short ones too little to tell them apart.
  if (end === '') return undefined;
  const fitting = used.filter(
    (key) => key.length > 5 && key.startsWith(start) && key.endsWith(end),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}
