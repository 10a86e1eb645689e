import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** What a client sees of an exchange: a whole answer, or a connection that closes before its end. */
export interface Seen {
  outcome: number | 'dropped';
  headers: Record<string, string>;
  body: string;
}

/** Sends the bytes of a request, and reads one answer or the end of the connection. */
export function exchange(port: number, request: string): Promise<Seen> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const isHead = request.startsWith('HEAD ');
  let text = '';
  return new Promise((resolve) => {
    const drop = () => resolve({ outcome: 'dropped', headers: {}, body: text });
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const seen = readAnswer(text, isHead);
      if (seen) resolve(seen);
    });
    socket.on('error', drop).on('close', drop);
    socket.write(request, 'latin1');
  });
}

/** Returns an answer once all of it has come. */
function readAnswer(text: string, isHead: boolean): Seen | undefined {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  if (rest.length === 0) return undefined;
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', value = ''] = line.split(/: (.*)/s, 2);
      return [name.toLowerCase(), value];
    }),
  );
  const body = rest.join('\r\n\r\n');
  const outcome = Number(statusLine.split(' ')[1]);
  const isWhole = isHead || outcome === 204 || body.length === Number(headers['content-length']);
  return isWhole ? { outcome, headers, body } : undefined;
}
