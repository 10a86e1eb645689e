import type { Pet, ServerInfo } from '../../client.ts';
import { Button, CopyButton } from '../parts/buttons.tsx';
import { EditForm, type Values } from '../parts/form.tsx';
import { parse } from '../parts/json.tsx';
import { usePage } from '../state/page.ts';

type PetField = ServerInfo['petFields'][number];

interface PetFormProps {
  /** As it was at first; without it, a new one is made. */
  pet?: Pet;
  title: string;
  /** Gets what was changed in the form: the rest stays as it is on the server. */
  onSave: (fields: Record<string, unknown>) => Promise<void>;
  onEnd: () => void;
  onDelete?: () => void;
}

/**
 * A pet as a form, over the control plane: no fault that waits for the app is used up, and the journal
 * has the app's requests alone.
 */
export function PetForm({ pet, title, onSave, onEnd, onDelete }: PetFormProps) {
  const { info, changeView, isLost } = usePage();
  const fields = info?.petFields ?? [];
  // What is left blank in a new pet is left out: the catalog says whether it may be.
  const save = (values: Values, before: Values) => {
    const changed = fields.filter(({ name }) => values[name] !== before[name]);
    const entries = changed.map((field) => [field.name, valueOf(values[field.name]!, field)]);
    return onSave(Object.fromEntries(entries) as Record<string, unknown>);
  };
  return (
    <EditForm
      class="pet-form"
      title={title}
      verb={pet ? 'Save' : 'Create'}
      fields={fields.map((field) => ({
        name: field.name,
        label: labelOf(field),
        defaultValue: pet ? textOf(pet, field.name) : '',
        placeholder: field.isRequired ? '' : 'optional',
      }))}
      onSave={save}
      onEnd={onEnd}
    >
      {pet && (
        <span class="row push">
          <CopyButton look="link" label="Copy id" what="id" text={() => pet.id} />
          <Button
            look="link"
            onClick={() => changeView({ tab: '', find: encodeURIComponent(pet.id) })}
          >
            Requests
          </Button>
          <Button look="link" inert={isLost} onClick={onDelete}>
            Delete
          </Button>
        </span>
      )}
    </EditForm>
  );
}

export function labelOf({ name }: PetField): string {
  return name[0]!.toUpperCase() + name.slice(1);
}

/** The value of a field as an input and a row show it; `''` where the pet is without it. */
export function textOf(pet: Pet, name: string): string {
  const value = (pet as Readonly<Record<string, unknown>>)[name] ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What was typed as the value of a field. What is no JSON is for the server to refuse. */
function valueOf(text: string, { type }: PetField): unknown {
  const value = parse(text);
  return type === 'string' || value === undefined ? text : value;
}
