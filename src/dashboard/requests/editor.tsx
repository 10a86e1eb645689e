import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/buttons.tsx';
import { Field, Form } from '../parts/form.tsx';
import { fromLines, toLines } from '../parts/header-lines.ts';
import { usePage } from '../state/page.ts';
import type { Sending } from './replay.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

interface RequestEditorProps {
  /** What the form begins with. */
  sending: Sending;
  /** What is to be done before it can be sent; `''` for nothing. */
  hint: string;
  /** @throws TypeError that says what a page cannot send. */
  onSend: (sending: Sending) => void;
  onCancel: () => void;
}

/** A request to be changed before it is sent again. */
export function RequestEditor({ sending, hint, onSend, onCancel }: RequestEditorProps) {
  const { connection } = usePage();
  const [start] = useState(sending);
  const [error, setError] = useState(hint);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = hint ? 'headers' : 'target';
    box.current!.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
  }, [hint]);

  const send = ({
    method = 'GET',
    target = '',
    headers = '',
    body = '',
  }: Record<string, string>) => {
    try {
      onSend({
        method,
        target,
        headers: fromLines(headers),
        // A form has line feeds alone: what was not changed is sent as it was.
        body: body === withLineFeeds(start.body) ? start.body : body || undefined,
      });
      setError('');
    } catch (reason) {
      setError((reason as Error).message.replace(/^Failed to .*?: /, ''));
    }
  };

  return (
    <div ref={box}>
      <Form
        class="editor"
        aria-label="Edit and replay"
        onSubmit={send}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.isComposing) return;
          event.preventDefault();
          onCancel();
        }}
      >
        <Field
          label="Method"
          name="method"
          defaultValue={start.method}
          options={[...new Set([...methods, start.method])].map((one) => [one, one])}
        />
        <Field label="Path and query" name="target" defaultValue={start.target} />
        <Field
          label="Headers, one a line"
          name="headers"
          rows={Math.max(2, start.headers.length)}
          defaultValue={toLines(start.headers)}
        />
        <Field label="Body" name="body" rows={4} defaultValue={withLineFeeds(start.body)} />
        <div class="row">
          <Button type="submit" look="button primary" inert={connection.state === 'lost'}>
            Send
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
        <div role="alert">{error && <p class="field-error">{error}</p>}</div>
      </Form>
    </div>
  );
}

function withLineFeeds(text = ''): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
