import { useRef } from 'preact/hooks';
import type { FixturePet, Snapshot } from '../../client/index.ts';
import { parseJson } from '../../contract/values.ts';
import { fieldsOf } from '../faults/fault-fields.ts';
import { Button, CopyButton, Item, saveFile } from '../parts/buttons.tsx';
import { Field, Form, type Values } from '../parts/form.tsx';
import { countOf } from '../parts/words.tsx';
import { quote } from '../requests/copies.ts';
import { useJournal } from '../requests/journal.tsx';
import { keepAll } from '../state/changes.ts';
import { usePage, type Page } from '../state/page.ts';

/** What one does with the whole catalog. */
export function Data() {
  const page = usePage();
  const { control, plain, info, act, isolate, source } = page;
  const { total } = useJournal();
  const file = useRef<HTMLInputElement>(null);
  /** Changes the whole catalog, with an undo. */
  const change = (make: () => Promise<unknown>, told: () => string | Promise<string>) =>
    act(async () => {
      const undo = await keepAll(control);
      await make();
      return [await told(), undo];
    });
  const pets = async () => countOf(await control.pets.count(), 'pet');
  const seed = (typed: Values) => {
    const given = Object.entries(typed).filter(([, text]) => text !== '');
    const fields = Object.fromEntries(given.map(([name, text]) => [name, Number(text)]));
    return change(
      () => control.seed(fields),
      async () => `Seeded ${await pets()}`,
    );
  };
  const load = (chosen: File) => {
    const read = async () => {
      const content = parseJson(await chosen.text());
      if (content === undefined) throw new Error(`${chosen.name} is not JSON`);
      // A file of fixtures is a list of pets.
      if (Array.isArray(content)) return control.seed({ fixtures: content as FixturePet[] });
      return control.restore(content as Snapshot);
    };
    return change(read, async () => `Loaded ${await pets()} from ${chosen.name}`);
  };
  const save = async () =>
    [`Saved ${saveFile(await control.snapshot(), 'pet-catalog', 'json')}`] as const;
  const resetAll = async () => {
    await plain.reset();
    return ['Reset all keys'] as const;
  };
  return (
    <>
      <Item
        onClick={() =>
          change(
            () => control.reset(),
            () => 'Reset to start',
          )
        }
      >
        Reset to start
        <span class="soft">
          Pets, faults, scenario and the request log: {countOf(total, 'request')} will be cleared
        </span>
      </Item>
      {isolate && <Item onClick={() => act(resetAll, true)}>Reset all keys</Item>}
      <Form class="row bar" aria-label="Seed" onSubmit={seed}>
        <Button type="submit">Seed</Button>
        <Field
          isBare
          label="Pets"
          name="pets"
          type="number"
          min={0}
          max={info?.maxPets}
          placeholder="25"
        />
        <span aria-hidden="true">pets from</span>
        <Field
          isBare
          label="Seed"
          name="seed"
          type="number"
          min={0}
          placeholder={`seed ${info?.seed}`}
        />
      </Form>
      <Item onClick={() => file.current!.click()}>Load snapshot…</Item>
      <input
        hidden
        type="file"
        accept="application/json,.json"
        ref={file}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files!;
          if (chosen) void load(chosen);
          currentTarget.value = '';
        }}
      />
      <Item onClick={() => act(save)}>Save snapshot</Item>
      {source.isServer && (
        <CopyButton
          look="item"
          label="Copy setup as curl"
          what="curl commands"
          text={() => toCommands(page)}
        />
      )}
    </>
  );
}

/** Returns commands that give a mock this scenario and these faults. They leave out changed pets. */
function toCommands({ source, session, info, faults = [], header, actingKey }: Page): string {
  const { scenario = null, isChanged = false, delay = 0 } = info ?? {};
  /** Returns a control request as a command. The token is a variable. */
  const toCommand = (method: string, path: string, body?: object) => {
    const words = [`curl --fail --request ${method} ${quote(`${source.origin}/__admin${path}`)}`];
    // Numbers of catalogs differ from server to server, but keys do not.
    if (actingKey !== undefined) words.push(`--header ${quote(`${header}: ${actingKey}`)}`);
    if (session.token !== '') words.push(`--header "Authorization: Bearer $ADMIN_TOKEN"`);
    if (body) words.push(`--header 'Content-Type: application/json'`);
    if (body) words.push(`--data-raw ${quote(JSON.stringify(body))}`);
    return words.join(' ');
  };
  const active = faults.filter(({ enabled }) => enabled !== false).toReversed();
  // A delay of the start is added as a fault. The newest fault comes last.
  const all = [...(scenario === null && delay !== 0 ? [{ delay }] : []), ...active.map(fieldsOf)];
  const add = all.map((fault) => toCommand('POST', '/faults', fault));
  if (scenario === null) return [toCommand('POST', '/reset'), ...add].join(' &&\n');
  const use = toCommand('PUT', '/scenarios/current', { name: scenario });
  // An unchanged scenario brings its own faults.
  return isChanged ? [use, toCommand('DELETE', '/faults'), ...add].join(' &&\n') : use;
}
