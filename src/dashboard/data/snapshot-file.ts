import { useCallback } from 'preact/hooks';
import type { Snapshot } from '../../client.ts';
import { usePage } from '../state/context.ts';
import { countOf } from '../parts/words.ts';

/** Restores the catalog from a file, and says what came of it. */
export function useRestore(): (file: File) => Promise<void> {
  const { control, notify } = usePage();
  return useCallback(
    async (file) => {
      try {
        const snapshot = await parse(file);
        await control.restore(snapshot);
        const pets = countOf(snapshot.pets?.length ?? 0, 'pet');
        notify({ kind: 'done', text: `Restored ${pets} from ${file.name}` });
      } catch (error) {
        notify({ kind: 'failed', text: `${file.name}: ${(error as Error).message}` });
      }
    },
    [control, notify],
  );
}

/** What is in it is the server's to judge. */
async function parse(file: File): Promise<Snapshot> {
  const text = await file.text();
  try {
    return JSON.parse(text) as Snapshot;
  } catch {
    throw new Error('this file is not JSON, so it is no snapshot');
  }
}

/** Gives a snapshot to the browser as a file: `pet-catalog-20260131-0900.json`. */
export function saveSnapshot(snapshot: Snapshot, now = new Date()): string {
  const stamp = now.toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-');
  const name = `pet-catalog-${stamp}.json`;
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(snapshot)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has taken hold of the data by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
  return name;
}
