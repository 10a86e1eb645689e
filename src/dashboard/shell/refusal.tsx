import { useEffect, useRef } from 'preact/hooks';
import type { ControlError } from '../../client.ts';
import { Field, Form } from '../parts/form.tsx';
import { Mark } from '../parts/icons.tsx';

interface RefusalProps {
  error: ControlError;
  /** Whether a token has been tried. */
  tried: boolean;
  onToken: (token: string) => void;
}

/** Instead of the page: the server wants a token, or does not serve this address. */
export function Refusal({ error, tried, onToken }: RefusalProps) {
  const main = useRef<HTMLElement>(null);
  // A wrong token brings a new form: `autofocus` is for the first of a document alone.
  useEffect(() => main.current?.querySelector('input')?.focus(), []);
  return (
    <main class="stack card refusal" ref={main}>
      <Mark />
      <h1>Pet Catalog Mock</h1>
      {error.status === 401 ? (
        <Form
          class="stack"
          onSubmit={({ token = '' }) => {
            if (token.trim() !== '') onToken(token.trim());
          }}
        >
          <p>This server was started with a token. It stays in this tab alone.</p>
          <Field
            label="Token"
            name="token"
            type="password"
            error={tried ? error.message : undefined}
          />
          <button type="submit" class="button primary">
            Open
          </button>
        </Form>
      ) : (
        <p role="alert">{error.message}</p>
      )}
    </main>
  );
}
