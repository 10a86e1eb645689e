import { useRef, useState } from 'preact/hooks';
import { Field, Form } from '../parts/form.tsx';
import { DownloadIcon, UploadIcon } from '../parts/icons.tsx';
import { Panel } from '../parts/panel.tsx';
import { saveFile } from '../parts/save-file.ts';
import { countOf } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import { useChangeCatalog } from '../state/undo.ts';
import { resetName, useReset } from './reset.ts';
import { useRestore } from './snapshot-file.tsx';

/** Resets the catalog, seeds it, saves it and restores it. */
export function DataPanel() {
  const { control, info, report } = usePage();
  const changeCatalog = useChangeCatalog();
  const reset = useReset();
  const restore = useRestore();
  const [busy, setBusy] = useState(false);
  const file = useRef<HTMLInputElement>(null);

  const run = async (action: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    await action();
    setBusy(false);
  };
  const fill = ({ pets, seed }: Record<string, string>) =>
    changeCatalog(async () => {
      await control.seed({
        ...(pets && { pets: Number(pets) }),
        ...(seed && { seed: Number(seed) }),
      });
      return `Seeded ${countOf(await control.pets.count(), 'pet')}`;
    });
  const save = () =>
    report(async () => `Saved ${saveFile(await control.snapshot(), 'pet-catalog', 'json')}`);

  return (
    <Panel id="data" title="Data" actions={busy && <span class="soft">Working</span>}>
      <button type="button" class="button" onClick={() => void run(reset)}>
        {resetName}
      </button>
      <Form class="seed" aria-label="Seed" onSubmit={(values) => void run(() => fill(values))}>
        <Field
          label="Pets"
          name="pets"
          type="number"
          min={0}
          {...(info && { max: info.maxPets })}
          placeholder="as at start"
        />
        <Field label="Seed number" name="seed" type="number" min={0} placeholder="as at start" />
        <button type="submit" class="button">
          Seed
        </button>
      </Form>
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
          if (chosen) void run(() => restore(chosen));
          event.currentTarget.value = '';
        }}
      />
      <p class="soft">A snapshot file can be dropped anywhere on this page.</p>
    </Panel>
  );
}
