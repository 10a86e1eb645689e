import type { Stats } from 'node:fs';

/** What is in a file's place, for a message; `undefined` where it is a file. */
export function findOddKind(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return 'it is a folder';
  if (stats.isSymbolicLink()) return 'it is a link';
  if (stats.isFIFO()) return 'it is a pipe';
  return stats.isSocket() ? 'it is a socket' : 'it is a device';
}
