import { useEffect, useState } from 'preact/hooks';
import { UploadIcon } from '../parts/icons.tsx';
import { useRestore } from './snapshot-file.ts';

/** The whole page takes a snapshot file. Without a mouse, the button "Restore a file" does the same. */
export function DropZone() {
  const restore = useRestore();
  const [over, setOver] = useState(false);

  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(event.type !== 'drop');
      const [file] = event.type === 'drop' ? event.dataTransfer.files : [];
      if (file) void restore(file);
    };
    const types = ['dragenter', 'dragover', 'drop'] as const;
    for (const type of types) addEventListener(type, onDrag);
    return () => {
      for (const type of types) removeEventListener(type, onDrag);
    };
  }, [restore]);

  if (!over) return null;
  // It covers the page, so leaving it is leaving the page.
  return (
    <div class="stack drop-zone" aria-hidden="true" onDragLeave={() => setOver(false)}>
      <UploadIcon />
      <p>Drop the snapshot to restore it</p>
    </div>
  );
}
