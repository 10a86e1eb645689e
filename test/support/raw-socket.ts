import { connect, type Socket } from 'node:net';
import type { Answer } from './answer.ts';

export type RawSocket = ReturnType<typeof rawSocket>;

/** A bare connection: it sends what is written as it is, and reads answers one by one. */
function rawSocket(socket: Socket) {
  let buffer = Buffer.alloc(0);
  let wake = () => {};
  socket.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    wake();
  });
  for (const event of ['end', 'close', 'error'] as const) socket.on(event, () => wake());
  const isOver = () => socket.readableEnded || socket.destroyed;
  const more = () => new Promise<void>((resolve) => (wake = resolve));

  async function take(find: () => number | undefined): Promise<Buffer> {
    for (;;) {
      const end = find();
      if (end !== undefined) {
        const taken = buffer.subarray(0, end);
        buffer = buffer.subarray(end);
        return taken;
      }
      if (isOver()) throw new Error(`The connection ended after ${JSON.stringify(String(buffer))}`);
      await more();
    }
  }

  const until = (mark: string) => () => {
    const index = buffer.indexOf(mark);
    return index === -1 ? undefined : index + mark.length;
  };
  const bytes = (count: number) => () => (buffer.length >= count ? count : undefined);

  return {
    socket,
    /** Strings are sent in latin1, so that a byte is a character. */
    write: (data: string | Uint8Array) => void socket.write(data, 'latin1'),
    /**
     * The next answer; 1xx answers too.
     *
     * @param method The method of its request: an answer to `HEAD` has no body.
     * @throws When the connection ends before it is whole.
     */
    async read(method?: string): Promise<Answer> {
      const head = (await take(until('\r\n\r\n'))).toString('latin1');
      const [statusLine = '', ...lines] = head.trimEnd().split('\r\n');
      const [, status, statusText = ''] = /^HTTP\/1\.1 (\d{3}) (.*)$/.exec(statusLine) ?? [];
      if (status === undefined) throw new Error(`No status line: ${JSON.stringify(statusLine)}`);
      const headers: Record<string, string> = {};
      for (const line of lines) {
        const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
        if (name.toLowerCase() in headers) throw new Error(`The header ${name} came twice`);
        headers[name.toLowerCase()] = value;
      }
      const length = method === 'HEAD' ? 0 : Number(headers['content-length'] ?? 0);
      const body = new Uint8Array(await take(bytes(length)));
      return { status: Number(status), statusText, headers, body };
    },
    /** Resolves once the server has closed its side, with what came after the last answer. */
    async ended() {
      while (!isOver()) await more();
      return buffer.toString('latin1');
    },
  };
}

/** Opens a connection, passes it to a function, and always closes it. */
export async function withSocket<T>(port: number, use: (raw: RawSocket) => Promise<T>): Promise<T> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  try {
    return await use(rawSocket(socket));
  } finally {
    socket.destroy();
  }
}
