import { useEffect, useRef, useState } from 'preact/hooks';
import { Field, Form } from '../parts/form.tsx';
import { usePage } from '../state/context.ts';

/** The key that the page sends; with a catalog for each key, it chooses the catalog. */
export function KeyField() {
  const { session, changeSession, info, keyError, setKeyError } = usePage();
  const [typed, setTyped] = useState(session.apiKey);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => setTyped(session.apiKey), [session.apiKey]);
  useEffect(() => {
    if (keyError) box.current?.querySelector('input')?.focus();
  }, [keyError]);

  const apply = () => {
    const apiKey = typed.trim();
    if (apiKey === session.apiKey) return;
    setKeyError('');
    changeSession({ apiKey, catalog: null });
  };

  return (
    <div class="key-field" ref={box}>
      <Form onSubmit={apply}>
        <Field
          label={labelOf(info?.isolate)}
          error={keyError}
          autocapitalize="off"
          spellcheck={false}
          placeholder={session.catalog === null ? standInKey : `#${session.catalog}`}
          value={typed}
          list="used-keys"
          onInput={(event) => setTyped(event.currentTarget.value)}
          onBlur={apply}
        />
      </Form>
      <datalist id="used-keys">
        {session.usedKeys.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
    </div>
  );
}

/** Sent where any key will do and none was typed. */
export const standInKey = 'demo-key';

function labelOf(isolate: boolean | string | undefined): string {
  if (typeof isolate === 'string') return `Catalog of ${isolate}`;
  return isolate ? 'Catalog of key' : 'API key';
}
