import type { NewPet, Pet, ServerInfo } from '../../client/index.ts';
import { Button, CopyButton } from '../parts/buttons.tsx';
import { EditDialog, type Values } from '../parts/form.tsx';
import { parseJson } from '../../contract/parse-json.ts';
import { shorten } from '../parts/words.tsx';
import { usePage } from '../state/page.ts';
import { keepPet } from '../state/undo.ts';

/**
 * A pet as a form, over the control plane: no fault that waits for the app is used up, and the journal
 * has the app's requests alone.
 *
 * @param props.pet As it was at first; without an id, a new one is made.
 */
export function PetForm({ pet, onEnd }: { pet: Partial<Pet>; onEnd: () => void }) {
  const { control, info, act, tell, changeView, isLost } = usePage();
  const { id } = pet;
  const name = calledOf(pet);
  const fields = info?.petFields ?? [];
  // What is left blank in a new pet is left out: the catalog says whether it may be.
  const save = async (values: Values, before: Values) => {
    const changed = fields.filter((field) => values[field.name] !== before[field.name]);
    const changes: Record<string, unknown> = Object.fromEntries(
      changed.map(({ name: key, type }) => [key, valueOf(values[key]!, type)]),
    );
    const saved = await (id === undefined
      ? control.pets.create(changes as unknown as NewPet)
      : control.pets.update(id, changes));
    if (!saved) throw new Error('There is no pet of that id any more');
    tell(`${id === undefined ? 'Created' : 'Saved'} ${calledOf(saved)}`);
  };
  const remove = (gone: string) => {
    onEnd();
    const told = (isRemoved: boolean) => `${isRemoved ? 'Deleted' : 'Gone already:'} ${name}`;
    void act(() => control.pets.remove(gone), told, keepPet(control, gone, name));
  };
  const showRequests = (find: string) => {
    onEnd();
    changeView({ tab: '', find });
  };
  return (
    <EditDialog
      title={id === undefined ? 'New pet' : `Edit ${name}`}
      verb={id === undefined ? 'Create' : 'Save'}
      fields={fields.map((field) => ({
        name: field.name,
        label: field.name[0]!.toUpperCase() + field.name.slice(1),
        defaultValue: textOf(pet, field.name),
        placeholder: field.isRequired ? '' : 'optional',
      }))}
      onSave={save}
      onEnd={onEnd}
    >
      {id !== undefined && (
        <span class="row push">
          <CopyButton look="link" label="Copy id" what="id" text={() => id} />
          <Button look="link" onClick={() => showRequests(encodeURIComponent(id))}>
            Requests
          </Button>
          <Button look="link" inert={isLost} onClick={() => remove(id)}>
            Delete
          </Button>
        </span>
      )}
    </EditDialog>
  );
}

/** The value of a field as an input and a row show it; `''` where the pet is without it. */
export function textOf(pet: object, name: string): string {
  const value = (pet as Readonly<Record<string, unknown>>)[name] ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What was typed as the value of a field. What is no JSON is for the server to refuse. */
function valueOf(text: string, type: ServerInfo['petFields'][number]['type']): unknown {
  return type === 'string' ? text : (parseJson(text) ?? text);
}

function calledOf({ name = '' }: Partial<Pet>): string {
  return shorten(name.trim(), 40) || 'the pet';
}
