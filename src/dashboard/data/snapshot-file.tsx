import { useState } from 'preact/hooks';
import type { Snapshot } from '../../client.ts';
import { UploadIcon } from '../parts/icons.tsx';
import { parse } from '../parts/json.tsx';
import { countOf } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import { useChangeCatalog } from '../state/undo.ts';
import { useWindowEvent } from '../state/window-event.ts';

/** Restores the catalog from a file, and reports the outcome. */
export function useRestore(): (file: File) => Promise<void> {
  const { control } = usePage();
  const changeCatalog = useChangeCatalog();
  return (file) =>
    changeCatalog(async () => {
      try {
        // The server checks the rest.
        const snapshot = parse(await file.text()) as Snapshot | undefined;
        if (snapshot === undefined) throw new Error('this file is not JSON, so it is no snapshot');
        await control.restore(snapshot);
        return `Restored ${countOf(snapshot.pets?.length ?? 0, 'pet')} from ${file.name}`;
      } catch (error) {
        throw new Error(`${file.name}: ${(error as Error).message}`, { cause: error });
      }
    });
}

/** The whole page takes a snapshot file. Without a mouse, the button "Restore a file" does the same. */
export function DropZone() {
  const restore = useRestore();
  const [over, setOver] = useState(false);

  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    setOver(event.type !== 'drop');
    const [file] = event.type === 'drop' ? event.dataTransfer.files : [];
    if (file) void restore(file);
  };
  useWindowEvent('dragenter', onDrag);
  useWindowEvent('dragover', onDrag);
  useWindowEvent('drop', onDrag);

  if (!over) return null;
  // It covers the page, so leaving it is leaving the page.
  return (
    <div class="stack drop-zone" aria-hidden="true" onDragLeave={() => setOver(false)}>
      <UploadIcon />
      <p>Drop the snapshot to restore it</p>
    </div>
  );
}
