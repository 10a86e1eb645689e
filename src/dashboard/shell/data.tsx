import { useRef } from 'preact/hooks';
import type { FixturePet, Snapshot } from '../../client/index.ts';
import { parseJson } from '../../contract/values.ts';
import { fieldsOf } from '../faults/fault-fields.ts';
import { Button, CopyButton, Item, saveFile } from '../parts/buttons.tsx';
import { Field, Form, type Values } from '../parts/form.tsx';
import { countOf } from '../parts/words.tsx';
import { quote } from '../requests/copies.ts';
import { useJournal } from '../requests/journal.tsx';
import { usePage, type Page } from '../state/page.ts';
import { keepAll } from '../state/undo.ts';

/** What one does with the whole catalog. */
export function Data() {
  const page = usePage();
  const { control, info, act, reset, resetAll, isolate, source } = page;
  const { total } = useJournal();
  const file = useRef<HTMLInputElement>(null);
  const keep = () => keepAll(control);
  const told = (verb: string, from = '') => {
    return async () => `${verb} ${countOf(await control.pets.count(), 'pet')}${from}`;
  };
  const seed = (typed: Values) => {
    const given = Object.entries(typed).filter(([, text]) => text !== '');
    const fields = Object.fromEntries(given.map(([name, text]) => [name, Number(text)]));
    return act(() => control.seed(fields), told('Seeded'), keep);
  };
  const load = (chosen: File) => {
    const change = async () => {
      const content = parseJson(await chosen.text());
      if (content === undefined) throw new Error(`${chosen.name} is not JSON`);
      // A file of fixtures is a list of pets.
      if (Array.isArray(content)) return control.seed({ fixtures: content as FixturePet[] });
      return control.restore(content as Snapshot);
    };
    return act(change, told('Loaded', ` from ${chosen.name}`), keep);
  };
  const save = () =>
    act(
      () => control.snapshot(),
      (saved) => saveFile(saved, 'pet-catalog', 'json'),
    );
  return (
    <>
      <Item onClick={reset}>
        Reset to start
        <span class="soft">
          Pets, faults, scenario and the request log: {countOf(total, 'request')} will be cleared
        </span>
      </Item>
      {isolate && <Item onClick={resetAll}>Reset all keys</Item>}
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
      <Item onClick={save}>Save snapshot</Item>
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
function toCommands(page: Page): string {
  const { info, faults = [] } = page;
  const { scenario = null, isChanged = false, delay = 0 } = info ?? {};
  const active = faults.filter(({ enabled }) => enabled !== false).toReversed();
  // A delay of the start is added as a fault. The newest fault comes last.
  const all = [...(scenario === null && delay !== 0 ? [{ delay }] : []), ...active.map(fieldsOf)];
  const add = all.map((fault) => toCommand(page, 'POST', '/faults', fault));
  if (scenario === null) return [toCommand(page, 'POST', '/reset'), ...add].join(' &&\n');
  const use = toCommand(page, 'PUT', '/scenarios/current', { name: scenario });
  // An unchanged scenario brings its own faults.
  return isChanged ? [use, toCommand(page, 'DELETE', '/faults'), ...add].join(' &&\n') : use;
}

/** Returns a control request as a command. The token is a variable. */
function toCommand({ source, session, info }: Page, method: string, path: string, body?: object) {
  const query = info?.catalog ? `?catalog=${info.catalog}` : '';
  const words = [
    `curl --fail --request ${method} ${quote(`${source.origin}/__admin${path}${query}`)}`,
  ];
  if (session.token !== '') words.push(`--header "Authorization: Bearer $ADMIN_TOKEN"`);
  if (body) {
    const data = quote(JSON.stringify(body));
    words.push(`--header 'Content-Type: application/json' --data-raw ${data}`);
  }
  return words.join(' ');
}
