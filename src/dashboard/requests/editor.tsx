import { EditForm, fromLines, toLines, type Values } from '../parts/form.tsx';
import type { Sending } from './sent.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

interface RequestEditorProps {
  sending: Sending;
  /** What is to be done about its headers before it can be sent; `''` for nothing. */
  hint: string;
  /** @throws TypeError that says what a page cannot send. */
  onSend: (sending: Sending) => void;
  onCancel: () => void;
}

/** A request to be changed before it is sent again. */
export function RequestEditor({ sending, hint, onSend, onCancel }: RequestEditorProps) {
  const send = ({ method = '', target = '', headers = '', body = '' }: Values, before: Values) => {
    try {
      // A form has line feeds alone: what was not changed is sent as it was.
      const typed = body === before['body'] ? sending.body : body || undefined;
      onSend({ method, target, headers: fromLines(headers), body: typed });
    } catch (reason) {
      throw new Error((reason as Error).message.replace(/^Failed to .*?: /, ''), { cause: reason });
    }
  };
  const { method, headers, target } = sending;
  const options = [...new Set([...methods, method])].map((one) => [one, one] as const);
  const rows = Math.max(2, headers.length);
  const lines = toLines(headers);
  return (
    <EditForm
      title="Edit and replay"
      verb="Send"
      hint={hint ? Object.assign(new Error(hint), { field: 'headers' }) : undefined}
      fields={[
        { name: 'method', label: 'Method', defaultValue: method, options },
        { name: 'target', label: 'Path and query', defaultValue: target },
        { name: 'headers', label: 'Headers, one a line', rows, defaultValue: lines },
        { name: 'body', label: 'Body', rows: 4, defaultValue: sending.body },
      ]}
      onSave={send}
      onEnd={onCancel}
    />
  );
}
