import { useRef, useState } from 'preact/hooks';
import { Field } from '../parts/field.tsx';
import { DownloadIcon, RewindIcon, UploadIcon } from '../parts/icons.tsx';
import { Panel } from '../parts/panel.tsx';
import { countOf } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import { saveSnapshot, useRestore } from './snapshot-file.ts';

/** Rewinds the catalog, fills it anew, saves it and brings it back. */
export function DataPanel() {
  const { control, info, notify } = usePage();
  const restore = useRestore();
  const [pets, setPets] = useState('');
  const [seed, setSeed] = useState('');
  const [busy, setBusy] = useState(false);
  const file = useRef<HTMLInputElement>(null);

  const run = async (action: () => Promise<string>) => {
    if (busy) return;
    setBusy(true);
    try {
      notify({ kind: 'done', text: await action() });
    } catch (error) {
      notify({ kind: 'failed', text: (error as Error).message });
    } finally {
      setBusy(false);
    }
  };
  const reset = async () => {
    await control.reset();
    return 'Reset: pets, ids, faults and requests are as at the start';
  };
  const fill = async () => {
    const options = {
      ...(pets !== '' && { pets: Number(pets) }),
      ...(seed !== '' && { seed: Number(seed) }),
    };
    await control.seed(options);
    return `Seeded ${countOf(await control.pets.count(), 'pet')}`;
  };
  const save = async () => `Saved ${saveSnapshot(await control.snapshot())}`;

  return (
    <Panel class="data" title="Data" aside={busy && <span class="busy">Working</span>}>
      <div class="data-actions">
        <button type="button" class="button wide" onClick={() => void run(reset)}>
          <RewindIcon />
          Reset to the start
        </button>
        <form
          class="seed"
          aria-label="Seed"
          onSubmit={(event) => {
            event.preventDefault();
            void run(fill);
          }}
        >
          <Field
            label="Pets"
            type="number"
            min={0}
            {...(info && { max: info.maxPets })}
            placeholder="as at start"
            value={pets}
            autocomplete="off"
            onInput={(event) => setPets(event.currentTarget.value)}
          />
          <Field
            label="Seed number"
            type="number"
            min={0}
            placeholder="as at start"
            value={seed}
            autocomplete="off"
            onInput={(event) => setSeed(event.currentTarget.value)}
          />
          <button type="submit" class="button">
            Seed
          </button>
        </form>
        <div class="pair">
          <button type="button" class="button" onClick={() => void run(save)}>
            <DownloadIcon />
            Snapshot
          </button>
          <button type="button" class="button" onClick={() => file.current?.click()}>
            <UploadIcon />
            Restore a file
          </button>
        </div>
        <input
          ref={file}
          type="file"
          accept="application/json,.json"
          class="visually-hidden"
          tabindex={-1}
          aria-hidden="true"
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            if (chosen) void restore(chosen);
            event.currentTarget.value = '';
          }}
        />
        <p class="hint">A snapshot file can be dropped anywhere on this page.</p>
      </div>
    </Panel>
  );
}
