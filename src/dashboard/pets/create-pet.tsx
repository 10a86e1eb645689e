import { useEffect, useRef, useState } from 'preact/hooks';
import type { NewPet } from '../../client.ts';
import { Field, Form } from '../parts/form.tsx';
import { shorten } from '../parts/words.ts';
import { usePage } from '../state/context.ts';

/**
 * Creates pets over the control plane: no fault that waits for the app is used up, and the journal has
 * the app's requests alone. Errors are shown where they belong.
 */
export function CreatePet({ onCreated }: { onCreated: (id: string) => void }) {
  const { control, notify } = usePage();
  const [error, setError] = useState('');
  const isCreating = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  const field = fieldOf(error);

  useEffect(() => focus(box.current, field), [error, field]);

  const create = async ({ name, tag }: Record<string, string>, form: HTMLFormElement) => {
    if (isCreating.current) return;
    isCreating.current = true;
    setError('');
    try {
      // What is left blank is left out: the catalog says whether it may be.
      const newPet = { ...(name && { name }), ...(tag && { tag }) } as NewPet;
      const pet = await control.pets.create(newPet);
      form.reset();
      focus(form, 'name');
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
        <Field label="Name" name="name" error={field === 'name' ? error : ''} />
        <Field label="Tag" name="tag" placeholder="optional" error={field === 'tag' ? error : ''} />
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

/** The field that an error is about; `undefined` when it is about none. */
function fieldOf(error: string): 'name' | 'tag' | undefined {
  if (/"name"/.test(error)) return 'name';
  return /"tag"/.test(error) ? 'tag' : undefined;
}

function focus(element: HTMLElement | null, field: 'name' | 'tag' | undefined): void {
  if (field) element?.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus();
}
