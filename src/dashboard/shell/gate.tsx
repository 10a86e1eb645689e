import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../parts/buttons.tsx';
import { Field, Form, type Values } from '../parts/form.tsx';
import { Mark } from '../parts/icons.tsx';
import { usePage } from '../state/page.ts';

/** Instead of the page: the server wants a token, or does not serve this address. */
export function Gate({ error }: { error: Error & { status: number | null } }) {
  const { title, session, changeSession } = usePage();
  const main = useRef<HTMLElement>(null);
  // A wrong token brings a new form, and `autofocus` works once in a document.
  useEffect(() => main.current?.querySelector('input')?.focus(), []);
  // A header can carry no other characters, and no token has them.
  const open = ({ token = '' }: Values) =>
    changeSession({ token: token.trim().replaceAll(/[^\x21-\x7e]/g, '?') });
  return (
    <main class="gate stack" ref={main}>
      <Mark />
      <h1>{title}</h1>
      {error.status === 401 ? (
        <Form class="stack" onSubmit={open}>
          <p>This server is protected. Enter its admin token; only this tab keeps it.</p>
          <Field
            label="Token"
            name="token"
            type="password"
            error={session.token ? 'Wrong token' : undefined}
          />
          <Button type="submit" look="button primary">
            Open
          </Button>
        </Form>
      ) : (
        <p role="alert">{error.message}</p>
      )}
    </main>
  );
}
