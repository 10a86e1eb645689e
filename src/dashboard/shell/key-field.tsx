import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { usePage } from '../state/context.ts';

/** The key that the page sends; with a catalog for each key, it chooses the catalog. */
export function KeyField() {
  const { session, changeSession, info, keyError, setKeyError } = usePage();
  const [typed, setTyped] = useState(session.apiKey);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  useEffect(() => setTyped(session.apiKey), [session.apiKey]);
  useEffect(() => {
    if (keyError) input.current?.focus();
  }, [keyError]);

  const apply = () => {
    const apiKey = typed.trim();
    if (apiKey === session.apiKey) return;
    setKeyError('');
    changeSession({ apiKey });
  };

  return (
    <form
      class="key-field"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <label for={id}>{labelOf(info?.isolate)}</label>
      <input
        ref={input}
        id={id}
        class="input"
        type="text"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        placeholder={info?.keysRequired ? 'needed to create' : standInKey}
        value={typed}
        list={`${id}-used`}
        {...(keyError && { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` })}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={apply}
      />
      <datalist id={`${id}-used`}>
        {session.usedKeys.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      {keyError && (
        <p class="field-error" id={`${id}-error`}>
          {keyError}
        </p>
      )}
    </form>
  );
}

/** Sent where any key will do and none was typed. */
export const standInKey = 'demo-key';

function labelOf(isolate: boolean | string | undefined): string {
  if (typeof isolate === 'string') return `Catalog of ${isolate}`;
  return isolate ? 'Catalog of key' : 'API key';
}
