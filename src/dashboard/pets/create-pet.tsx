import { useEffect, useRef, useState } from 'preact/hooks';
import type { NewPet } from '../../client.ts';
import { Field, Form } from '../parts/form.tsx';
import { shorten } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import { labelOf, valueOf } from './pet-fields.ts';

/**
 * Creates pets over the control plane: no fault that waits for the app is used up, and the journal has
 * the app's requests alone. Errors are shown where they belong.
 */
export function CreatePet({ onCreated }: { onCreated: (id: string) => void }) {
  const { control, info, notify } = usePage();
  const fields = info?.petFields ?? [];
  const [error, setError] = useState('');
  const isCreating = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  const field = fields.find(({ name }) => error.includes(`"${name}"`))?.name;

  useEffect(() => focus(box.current, field), [error, field]);

  const create = async (values: Record<string, string>, form: HTMLFormElement) => {
    if (isCreating.current) return;
    isCreating.current = true;
    setError('');
    try {
      // What is left blank is left out: the catalog says whether it may be.
      const given = fields.filter(({ name }) => values[name]);
      const newPet = given.map((one) => [one.name, valueOf(values[one.name]!, one)] as const);
      const pet = await control.pets.create(Object.fromEntries(newPet) as unknown as NewPet);
      form.reset();
      focus(form, fields[0]?.name);
      notify({ kind: 'done', text: `Created ${shorten(pet.name, 40)}` });
      onCreated(pet.id);
    } catch (reason) {
      setError(shorten((reason as Error).message, 500));
    }
    isCreating.current = false;
  };

  return (
    <div ref={box}>
      <Form class="create" aria-label="Create a pet" onSubmit={(...given) => void create(...given)}>
        {fields.map((one) => (
          <Field
            key={one.name}
            label={labelOf(one)}
            name={one.name}
            {...(!one.isRequired && { placeholder: 'optional' })}
            error={field === one.name ? error : ''}
          />
        ))}
        <button type="submit" class="button primary">
          Create pet
        </button>
        <div class="form-error" role="alert">
          {error && !field && <p class="field-error">{error}</p>}
        </div>
      </Form>
    </div>
  );
}

function focus(element: HTMLElement | null, field: string | undefined): void {
  if (field) element?.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus();
}
