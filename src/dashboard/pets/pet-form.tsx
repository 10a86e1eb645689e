import type { NewPet, Pet, PetFieldInfo } from '../../client/index.ts';
import { parseJson } from '../../contract/values.ts';
import { Button, CopyButton } from '../parts/buttons.tsx';
import { EditDialog, type Values } from '../parts/form.tsx';
import { shorten } from '../parts/words.tsx';
import type { Outcome } from '../state/actions.ts';
import { usePage } from '../state/page.ts';

interface PetFormProps {
  /** The pet as it was at first; without an id, a new one. */
  pet: Partial<Pet>;
  onEnd: () => void;
  onRemove: () => void;
}

/** A pet as a form. It uses the control plane, so that no fault is used up and the log stays the app's. */
export function PetForm({ pet, onEnd, onRemove }: PetFormProps) {
  const { control, info, act, tell, changeView, isLost } = usePage();
  const { id } = pet;
  const name = calledOf(pet);
  const fields = info?.petFields ?? [];
  const save = async (values: Values, before: Values) => {
    const changed = fields.filter((field) => values[field.name] !== before[field.name]);
    const pick = (from: Values) =>
      Object.fromEntries(changed.map((field) => [field.name, valueOf(from[field.name]!, field)]));
    const changes = pick(values);
    if (id === undefined) {
      const created = await control.pets.create(changes as unknown as NewPet);
      return tell(`Created ${calledOf(created)}`, () => control.pets.remove(created.id));
    }
    const saved = await control.pets.update(id, changes);
    if (!saved) throw new Error('This pet was deleted in the meantime');
    tell(`Saved ${calledOf(saved)}`, () => control.pets.update(id, pick(before)));
  };
  const remove = async (gone: string): Promise<Outcome> => {
    onEnd();
    onRemove();
    const { id: _id, ...before } = (await control.pets.get(gone)) ?? pet;
    if (!(await control.pets.remove(gone))) return [`Already deleted: ${name}`];
    return [`Deleted ${name}`, () => control.pets.create(before as NewPet, { id: gone })];
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
        label: capitalized(field.name),
        defaultValue: textOf(pet, field.name),
        placeholder: field.isRequired ? '' : 'optional',
        required: field.isRequired && id === undefined,
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
          <Button look="button bad" inert={isLost} onClick={() => act(() => remove(id))}>
            Delete
          </Button>
        </span>
      )}
    </EditDialog>
  );
}

/** The value of a field as text; `''` if the pet does not have it. */
export function textOf(pet: object, name: string): string {
  const value = (pet as Readonly<Record<string, unknown>>)[name] ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What was typed as the value of a field. The server refuses what is not JSON. */
function valueOf(text: string, { type }: PetFieldInfo): unknown {
  return type === 'string' ? text : (parseJson(text) ?? text);
}

const capitalized = (name: string) => name[0]!.toUpperCase() + name.slice(1);

function calledOf({ name = '' }: Partial<Pet>): string {
  return shorten(name.trim(), 40) || 'the pet';
}
