import { useEffect, useRef, useState } from 'preact/hooks';
import { Field, Form } from '../parts/form.tsx';
import { shorten } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import { createPet, fieldOf, newRequestId } from '../state/service.ts';

/** Creates pets through the service, as a client would, and shows its own errors where they belong. */
export function CreatePet({ onCreated }: { onCreated: (id: string) => void }) {
  const { info, apiKey, notify, setKeyError, requestKeys } = usePage();
  const [error, setError] = useState('');
  const [waiting, setWaiting] = useState<AbortController>();
  const box = useRef<HTMLDivElement>(null);
  const field = fieldOf(error);

  useEffect(() => () => waiting?.abort(), [waiting]);
  useEffect(() => focus(box.current, field), [error, field]);

  const create = async ({ name, tag }: Record<string, string>, form: HTMLFormElement) => {
    if (waiting || !info) return;
    const controller = new AbortController();
    setWaiting(controller);
    setError('');
    setKeyError('');
    const requestId = newRequestId();
    requestKeys.set(requestId, apiKey);
    // What is left blank is left out: the service says whether it may be.
    const newPet = { ...(name && { name }), ...(tag && { tag }) };
    const outcome = await createPet(info, apiKey, newPet, requestId, controller.signal);
    // The button that stops is about to go.
    if (document.activeElement?.matches('.stop')) form.querySelector('button')?.focus();
    setWaiting(undefined);
    if ('pet' in outcome) {
      form.reset();
      focus(form, 'name');
      notify({ kind: 'done', text: `Created ${shorten(outcome.pet.name, 40)}` });
      onCreated(outcome.pet.id);
    } else if (outcome.status === 401) setKeyError(outcome.error);
    else setError(outcome.error);
  };

  return (
    <div ref={box}>
      <Form class="create" aria-label="Create a pet" onSubmit={(...given) => void create(...given)}>
        <Field label="Name" name="name" error={field === 'name' ? error : ''} />
        <Field label="Tag" name="tag" placeholder="optional" error={field === 'tag' ? error : ''} />
        <button type="submit" class="button primary" aria-disabled={waiting ? 'true' : undefined}>
          {waiting ? 'Creating' : 'Create pet'}
        </button>
        {waiting && (
          <button type="button" class="button stop" onClick={() => waiting.abort()}>
            Stop waiting
          </button>
        )}
        <div class="form-error" role="alert">
          {error && !field && <p class="field-error">{error}</p>}
        </div>
      </Form>
    </div>
  );
}

function focus(element: HTMLElement | null, field: 'name' | 'tag' | undefined): void {
  if (field) element?.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus();
}
