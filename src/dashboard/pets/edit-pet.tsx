import { useEffect, useRef, useState } from 'preact/hooks';
import type { Pet } from '../../client.ts';
import { Field, Form } from '../parts/form.tsx';
import { usePage } from '../state/context.ts';
import { labelOf, textOf, valueOf } from './pet-fields.ts';
import { calledOf } from './pet-row.tsx';

interface EditPetProps {
  pet: Pet;
  /** Called once it is saved, or nothing is to be. */
  onEnd: () => void;
}

/** The row of a pet as a form. What was not changed in it stays as it is on the server. */
export function EditPet({ pet, onEnd }: EditPetProps) {
  const { control, info, notify } = usePage();
  const fields = info?.petFields ?? [];
  const [error, setError] = useState('');
  const isSaving = useRef(false);
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    const name = row.current?.querySelector('input');
    name?.focus();
    name?.select();
  }, []);

  const save = async (values: Record<string, string>) => {
    if (isSaving.current) return;
    const typed = fields.filter((field) => values[field.name] !== oneLine(textOf(pet, field)));
    if (typed.length === 0) return onEnd();
    const changes = Object.fromEntries(
      typed.map((field) => [field.name, valueOf(values[field.name] ?? '', field)]),
    );
    isSaving.current = true;
    setError('');
    try {
      const saved = await control.pets.update(pet.id, changes);
      if (!saved) throw new Error('There is no pet of that id any more');
      notify({ kind: 'done', text: `Saved ${calledOf(saved)}` });
      onEnd();
    } catch (failure) {
      setError((failure as Error).message);
    }
    isSaving.current = false;
  };

  return (
    <tr class="edited" ref={row}>
      <td colSpan={fields.length + 2}>
        <Form
          class="edit-pet"
          aria-label={`Edit ${calledOf(pet)}`}
          onSubmit={(values) => void save(values)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.isComposing) return;
            event.preventDefault();
            onEnd();
          }}
        >
          {fields.map((field) => (
            <Field
              key={field.name}
              label={labelOf(field)}
              name={field.name}
              defaultValue={textOf(pet, field)}
            />
          ))}
          <div class="row">
            <button type="submit" class="button primary">
              Save
            </button>
            <button type="button" class="button" onClick={onEnd}>
              Cancel
            </button>
          </div>
          <div class="form-error" role="alert">
            {error && <p class="field-error">{error}</p>}
          </div>
        </Form>
      </td>
    </tr>
  );
}

/** What an input holds of a text. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, '');
}
