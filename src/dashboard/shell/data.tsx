import type { FixturePet, Snapshot } from '../../client/index.ts';
import { parseJson } from '../../contract/parse-json.ts';
import { Button, Item, SaveSnapshot } from '../parts/buttons.tsx';
import { Field, Form, type Values } from '../parts/form.tsx';
import { countOf } from '../parts/words.tsx';
import { usePage } from '../state/page.ts';
import { keepAll } from '../state/undo.ts';

export function Data() {
  const { control, info, act, reset, start, isAll } = usePage();
  const told = (verb: string, from = '') => {
    return async () => `${verb} ${countOf(await control.pets.count(), 'pet')}${from}`;
  };
  const seed = (typed: Values) => {
    const given = Object.entries(typed).filter(([, text]) => text !== '');
    const fields = Object.fromEntries(given.map(([name, text]) => [name, Number(text)]));
    return act(() => control.seed(fields), told('Seeded'), keepAll(control));
  };
  const restore = (file: File) => {
    const change = async () => {
      const content = parseJson(await file.text());
      if (content === undefined) throw new Error(`${file.name} is no JSON`);
      // A file of fixtures is one, too.
      if (Array.isArray(content)) return control.seed({ fixtures: content as FixturePet[] });
      return control.restore(content as Snapshot);
    };
    return act(change, told('Restored', ` from ${file.name}`), keepAll(control));
  };
  return (
    <>
      {isAll ? (
        <p class="soft">Choose a key to seed, save or restore what it has.</p>
      ) : (
        <>
          <Form class="columns bar" aria-label="Seed" onSubmit={seed}>
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
          <label class="item">
            Restore a snapshot
            <span class="soft">Choose its file, or drop it here</span>
            <input
              type="file"
              accept="application/json,.json"
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files!;
                if (file) void restore(file);
                currentTarget.value = '';
                currentTarget.closest<HTMLElement>('.popover')!.hidePopover();
              }}
            />
          </label>
          <SaveSnapshot />
        </>
      )}
      <Item onClick={reset}>
        {isAll ? 'Reset all catalogs' : start}
        <span class="soft">Pets, faults and scenario; it clears the requests, too</span>
      </Item>
    </>
  );
}
