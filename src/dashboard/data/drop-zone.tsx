import { useEffect, useState } from 'preact/hooks';
import { UploadIcon } from '../parts/icons.tsx';
import { useRestore } from './snapshot-file.ts';

/** The whole page takes a snapshot file. Without a mouse, the button "Restore a file" does the same. */
export function DropZone() {
  const restore = useRestore();
  const [over, setOver] = useState(false);

  useEffect(() => {
    // Entering a child is told before leaving its parent: hence the counting.
    let depth = 0;
    const isFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const handlers = {
      dragenter(event: DragEvent) {
        if (!isFile(event)) return;
        event.preventDefault();
        depth++;
        setOver(true);
      },
      dragover(event: DragEvent) {
        if (isFile(event)) event.preventDefault();
      },
      dragleave(event: DragEvent) {
        if (isFile(event) && --depth <= 0) setOver(false);
      },
      drop(event: DragEvent) {
        if (!isFile(event)) return;
        event.preventDefault();
        depth = 0;
        setOver(false);
        const file = event.dataTransfer?.files[0];
        if (file) void restore(file);
      },
    };
    const entries = Object.entries(handlers) as [string, (event: Event) => void][];
    for (const [type, handler] of entries) addEventListener(type, handler);
    return () => {
      for (const [type, handler] of entries) removeEventListener(type, handler);
    };
  }, [restore]);

  if (!over) return null;
  return (
    <div class="drop-zone" aria-hidden="true">
      <div>
        <UploadIcon />
        <p>Drop the snapshot to restore it</p>
      </div>
    </div>
  );
}
