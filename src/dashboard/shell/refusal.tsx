import { useEffect, useRef, useState } from 'preact/hooks';
import type { ControlError } from '../../client.ts';
import { Field } from '../parts/field.tsx';
import { Mark } from '../parts/icons.tsx';

interface RefusalProps {
  error: ControlError;
  /** Whether a token has been tried. */
  tried: boolean;
  onToken: (token: string) => void;
}

/** Instead of the page: the server wants a token, or does not serve this address. */
export function Refusal({ error, tried, onToken }: RefusalProps) {
  const [token, setToken] = useState('');
  const form = useRef<HTMLFormElement>(null);
  // A wrong token brings a new form: `autofocus` is for the first of a document alone.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <main class="refusal">
      <Mark />
      <h1>Pet Catalog Mock</h1>
      {error.status === 401 ? (
        <form
          ref={form}
          onSubmit={(event) => {
            event.preventDefault();
            if (token.trim() !== '') onToken(token.trim());
          }}
        >
          <p>This server was started with a token. It stays in this tab alone.</p>
          <Field
            label="Token"
            type="password"
            autocomplete="off"
            value={token}
            error={tried ? error.message : undefined}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
          <button type="submit" class="button primary">
            Open
          </button>
        </form>
      ) : (
        <p role="alert">{error.message}</p>
      )}
    </main>
  );
}
