import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../parts/field.tsx';
import { PlusIcon } from '../parts/icons.tsx';
import { shorten } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import { createPet, fieldOf } from '../state/service.ts';

interface Trouble {
  /** Where it is shown: at a field, or below the form. */
  at: 'name' | 'tag' | 'form';
  text: string;
}

/** Creates pets through the service, as a client would, and shows its own errors where they belong. */
export function CreatePet({ onCreated }: { onCreated: (id: string) => void }) {
  const { info, apiKey, notify, setKeyError, knownKeys } = usePage();
  const [name, setName] = useState('');
  const [tag, setTag] = useState('');
  const [trouble, setTrouble] = useState<Trouble>();
  const [waiting, setWaiting] = useState<AbortController>();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => () => waiting?.abort(), [waiting]);
  useEffect(() => {
    if (trouble && trouble.at !== 'form') focus(form.current, trouble.at);
  }, [trouble]);

  const create = async () => {
    if (waiting || !info) return;
    const controller = new AbortController();
    setWaiting(controller);
    setTrouble(undefined);
    setKeyError('');
    // What is left blank is left out: the service says whether it may be.
    const newPet = { ...(name !== '' && { name }), ...(tag !== '' && { tag }) };
    const outcome = await createPet(
      info,
      apiKey,
      newPet,
      knownKeys.noteRequest(apiKey),
      controller.signal,
    );
    // The button that stops is about to go.
    const { activeElement } = document;
    if (activeElement?.matches('.stop')) form.current?.querySelector('button')?.focus();
    setWaiting(undefined);
    if ('pet' in outcome) {
      setName('');
      setTag('');
      focus(form.current, 'name');
      notify({ kind: 'done', text: `Created ${shorten(outcome.pet.name, 40)}` });
      onCreated(outcome.pet.id);
    } else if (outcome.status === 401) setKeyError(outcome.error);
    else setTrouble({ at: fieldOf(outcome.error) ?? 'form', text: outcome.error });
  };

  const errorAt = (place: Trouble['at']) => (trouble?.at === place ? trouble.text : undefined);
  return (
    <form
      ref={form}
      class="create"
      aria-label="Create a pet"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <Field
        label="Name"
        name="name"
        autocomplete="off"
        value={name}
        error={errorAt('name')}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <Field
        label="Tag"
        name="tag"
        autocomplete="off"
        value={tag}
        placeholder="optional"
        error={errorAt('tag')}
        onInput={(event) => setTag(event.currentTarget.value)}
      />
      <button type="submit" class="button primary" aria-disabled={waiting ? 'true' : undefined}>
        <PlusIcon />
        {waiting ? 'Creating' : 'Create pet'}
      </button>
      {waiting && (
        <button type="button" class="button stop" onClick={() => waiting.abort()}>
          Stop waiting
        </button>
      )}
      <div class="form-error" role="alert">
        {errorAt('form') && <p class="field-error">{errorAt('form')}</p>}
      </div>
    </form>
  );
}

function focus(form: HTMLFormElement | null, field: 'name' | 'tag'): void {
  form?.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus();
}
