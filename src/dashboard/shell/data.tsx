import { useState } from 'preact/hooks';
import type { Snapshot } from '../../client.ts';
import { Button, saveFile } from '../parts/buttons.tsx';
import { Field, Form } from '../parts/form.tsx';
import { parse } from '../parts/json.tsx';
import { countOf } from '../parts/words.ts';
import { usePage } from '../state/page.ts';
import { useChangeCatalog, useReset } from '../state/undo.ts';

/** Resets the catalog, seeds it, saves it and restores it. */
export function Data({ onDone }: { onDone: () => void }) {
  const { control, info, report, source, isAll } = usePage();
  const changeCatalog = useChangeCatalog();
  const reset = useReset();
  const [isBusy, setBusy] = useState(false);

  const run = async (action: () => Promise<void>) => {
    setBusy(true);
    await action();
    setBusy(false);
    onDone();
  };
  const seed = ({ pets, seed: number }: Record<string, string>) =>
    changeCatalog(async () => {
      await control.seed({
        ...(pets && { pets: Number(pets) }),
        ...(number && { seed: Number(number) }),
      });
      return `Seeded ${countOf(await control.pets.count(), 'pet')}`;
    });
  const restore = (file: File) =>
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
  const take = ([file]: FileList) => {
    if (file) void run(() => restore(file));
  };
  const save = () =>
    report(async () => `Saved ${saveFile(await control.snapshot(), 'pet-catalog', 'json')}`);

  return (
    <div class="items" inert={isBusy}>
      {isAll ? (
        <p class="soft">Choose a key to seed, save or restore what it has.</p>
      ) : (
        <>
          <Form class="seed" aria-label="Seed" onSubmit={(values) => void run(() => seed(values))}>
            <Field
              label="Pets"
              name="pets"
              type="number"
              min={0}
              max={info?.maxPets}
              placeholder="as at start"
            />
            <Field label="Seed" name="seed" type="number" min={0} placeholder="as at start" />
            <Button type="submit">Seed</Button>
          </Form>
          <Button look="item" onClick={() => void run(save)}>
            Save a snapshot
          </Button>
          <label
            class="item"
            // Left to the browser, the file would take the place of the page.
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              take(event.dataTransfer!.files);
            }}
          >
            Restore a snapshot
            <span class="soft">Choose its file, or drop it here</span>
            <input
              type="file"
              accept="application/json,.json"
              onChange={({ currentTarget }) => {
                take(currentTarget.files!);
                currentTarget.value = '';
              }}
            />
          </label>
        </>
      )}
      <Button look="item" onClick={() => void run(reset)}>
        {isAll ? 'Reset all catalogs' : source.start}
        <span class="soft">Pets, faults and scenario; it clears the requests, too</span>
      </Button>
    </div>
  );
}
