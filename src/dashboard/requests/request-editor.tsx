import { useEffect, useRef, useState } from 'preact/hooks';
import { Field, Form } from '../parts/form.tsx';
import { fromLines, toLines } from '../parts/header-lines.ts';
import type { Sending } from './replay.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

interface RequestEditorProps {
  /** What the form begins with. */
  sending: Sending;
  /** @throws TypeError that says what a page cannot send. */
  onSend: (sending: Sending) => void;
  onCancel: () => void;
}

/** A request to be changed before it is sent again. */
export function RequestEditor({ sending, onSend, onCancel }: RequestEditorProps) {
  const [start] = useState(sending);
  const [method, setMethod] = useState(sending.method);
  const [error, setError] = useState('');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLInputElement>('[name="target"]')?.focus(), []);

  const send = ({ target = '', headers = '', body = '' }: Record<string, string>) => {
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
      <Form class="stack editor" aria-label="Edit and replay" onSubmit={send}>
        <div class="target">
          <Field
            label="Method"
            name="method"
            value={method}
            options={[...new Set([...methods, start.method])].map((one) => [one, one])}
            onChange={(event) => setMethod(event.currentTarget.value)}
          />
          <Field
            label="Path and query"
            name="target"
            spellcheck={false}
            defaultValue={start.target}
          />
        </div>
        <Field
          label="Headers, one a line"
          name="headers"
          rows={Math.max(2, start.headers.length)}
          defaultValue={toLines(start.headers)}
        />
        <Field label="Body" name="body" rows={4} defaultValue={withLineFeeds(start.body)} />
        <div class="row">
          <button type="submit" class="button small primary">
            Send
          </button>
          <button type="button" class="button small" onClick={onCancel}>
            Cancel
          </button>
        </div>
        <div role="alert">{error && <p class="field-error">{error}</p>}</div>
      </Form>
    </div>
  );
}

function withLineFeeds(text = ''): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
