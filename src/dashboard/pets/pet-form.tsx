import { useEffect, useRef, useState } from 'preact/hooks';
import type { Pet } from '../../client.ts';
import { Button, CopyButton } from '../parts/buttons.tsx';
import { Field, Form } from '../parts/form.tsx';
import { shorten } from '../parts/words.ts';
import { usePage } from '../state/page.ts';
import { labelOf, textOf, valueOf } from './pet-fields.ts';

interface PetFormProps {
  /** As it was at first; without it, a new one is made. */
  pet?: Pet;
  title: string;
  verb: string;
  /** Gets what was changed in the form: the rest stays as it is on the server. */
  onSave: (fields: Record<string, unknown>) => Promise<void>;
  onEnd: () => void;
  onDelete?: () => void;
}

/**
 * A pet as a form, over the control plane: no fault that waits for the app is used up, and the journal
 * has the app's requests alone. Errors are shown where they belong.
 */
export function PetForm({ pet, title, verb, onSave, onEnd, onDelete }: PetFormProps) {
  const { info, changeView, connection } = usePage();
  const fields = info?.petFields ?? [];
  const isLost = connection.state === 'lost';
  const [error, setError] = useState('');
  const isBusy = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  const wrong = fields.find(({ name }) => error.includes(`"${name}"`))?.name;
  useEffect(() => {
    const input = box.current!.querySelector<HTMLInputElement>(
      wrong ? `input[name="${wrong}"]` : 'input',
    );
    input?.focus();
    if (!error) input?.select();
  }, [error, wrong]);

  const save = async (values: Record<string, string>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setError('');
    const first = (name: string) => fields.find((field) => field.name === name)!;
    // What is left blank in a new pet is left out: the catalog says whether it may be.
    const typed = Object.entries(values).filter(([name, text]) =>
      pet ? text !== oneLine(textOf(pet, first(name))) : text !== '',
    );
    try {
      await onSave(
        Object.fromEntries(typed.map(([name, text]) => [name, valueOf(text, first(name))])),
      );
    } catch (reason) {
      setError(shorten((reason as Error).message, 500));
    }
    isBusy.current = false;
  };

  return (
    <div ref={box}>
      <Form
        class="pet-form"
        aria-label={title}
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
            defaultValue={pet ? textOf(pet, field) : ''}
            {...(!field.isRequired && { placeholder: 'optional' })}
            error={wrong === field.name ? error : ''}
          />
        ))}
        <div role="alert">{error && !wrong && <p class="field-error">{error}</p>}</div>
        <div class="row">
          <Button type="submit" look="button primary" inert={isLost}>
            {verb}
          </Button>
          <Button onClick={onEnd}>Cancel</Button>
          {pet && (
            <span class="row push">
              <CopyButton class="link" label="Copy id" what="id" text={() => pet.id} />
              <Button
                look="link"
                onClick={() => changeView({ tab: 'requests', find: encodeURIComponent(pet.id) })}
              >
                Requests
              </Button>
              <Button look="link" inert={isLost} onClick={onDelete}>
                Delete
              </Button>
            </span>
          )}
        </div>
      </Form>
    </div>
  );
}

/** What an input holds of a text. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, '');
}
