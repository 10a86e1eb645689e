import { once } from 'node:events';
import type { Socket } from 'node:net';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { arrived, serverWith, type TestServer } from './support/started-server.ts';
import { loggedServer } from './support/logged-server.ts';
import { requestText, sendOn } from './support/tcp.ts';
import { linesOf } from '../cli/support/scripts.ts';
import { patient } from '../support/patience.ts';

describe('a handler that throws', () => {
  test('is a JSON 500 without the stack, which is in the log', async () => {
    const server = await loggedServer([
      http.get('*/throws', () => {
        throw new Error('thrown on purpose', { cause: new Error('the cause of it') });
      }),
      http.get('*/rejects', async () => {
        await Promise.resolve();
        throw new Error('rejected on purpose');
      }),
      http.get('*/bad-status', () => new HttpResponse(null, { status: 199 })),
      http.get('*/read', async () => {
        const read = HttpResponse.json({});
        await read.json();
        return read;
      }),
    ]);
    for (const path of ['/throws', '/rejects', '/bad-status', '/read']) {
      const response = await fetch(server.origin + path);
      expect(response.status, path).toBe(500);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(await response.json(), path).toEqual({
        error: 'A handler failed; the log of the mock server says why',
      });
    }
    const lines = linesOf<Record<string, string>>(await server.stop());
    const stacks = lines.filter(({ level }) => level === 'error').map(({ stack }) => stack);
    expect(stacks).toEqual([
      expect.stringMatching(/Error: thrown on purpose\n +at [^]*Error: the cause of it\n +at /),
      expect.stringMatching(/Error: rejected on purpose\n +at /),
      expect.stringMatching(/RangeError: .*200 to 599/),
      expect.stringMatching(/TypeError: .*read already/),
    ]);
    expect(lines.filter(({ level }) => level === 'info')).toHaveLength(4);
  });

  test('is in the journal with its 500, and may throw a response', async () => {
    const { origin, catalog } = await serverWith(
      http.get('*/throws', () => new HttpResponse(null, { status: 101 })),
      http.get('*/thrown', () => {
        throw HttpResponse.json({ error: 'thrown' }, { status: 422 });
      }),
    );
    expect((await fetch(`${origin}/throws`)).status).toBe(500);
    expect((await fetch(`${origin}/thrown`)).status).toBe(422);
    const entries = await catalog.requests.waitFor({ status: 500 }, patient);
    const responseBody = expect.stringContaining('"A handler failed') as string;
    expect(entries).toMatchObject([{ operation: null, path: '/throws', responseBody }]);
  });
});

type Writer = WritableStreamDefaultWriter;

/** A stream whose end a test sees. */
function watchedStream(pull: (controller: ReadableStreamDefaultController) => void) {
  let cancelled!: () => void;
  const cancel = new Promise<void>((resolve) => (cancelled = resolve));
  const stream = new ReadableStream({ pull, cancel: () => cancelled() });
  return { stream, cancel };
}

describe('a handler that streams', () => {
  test('sends bytes and texts as they come', async () => {
    const server = await serverWith(
      http.get('*/stream', () => {
        const stream = new ReadableStream({
          start(controller) {
            controller.enqueue('é ');
            controller.enqueue(new TextEncoder().encode('bytes'));
            controller.enqueue('');
            controller.enqueue(' end');
            controller.close();
          },
        });
        return new HttpResponse(stream);
      }),
    );
    expect(await (await fetch(`${server.origin}/stream`)).text()).toBe('é bytes end');
  });

  test.each([
    ['fails midway', (writer: Writer) => writer.abort(new Error('stream failed'))],
    ['sends what is neither', (writer: Writer) => writer.write({ no: 'bytes' })],
  ])('and %s closes the connection before the end', async (_what, fail) => {
    const { readable, writable } = new TransformStream();
    const writer = writable.getWriter();
    const server = await serverWith(http.get('*/stream', () => new HttpResponse(readable)));
    const { socket, seen } = await sendOn(server.port, requestText('GET /stream'));
    await writer.write('first');
    await once(socket, 'data');
    fail(writer).catch(() => {});
    const { text } = await seen;
    expect(text).toContain('first');
    // The last chunk, of no length, would be the sign of a whole answer.
    expect(text).not.toMatch(/\r\n0\r\n\r\n$/);
    expect((await server.call('/pets')).status).toBe(200);
  });

  const text = (controller: ReadableStreamDefaultController) =>
    controller.enqueue('x'.repeat(1000));

  test.each([
    ['leaves', http.get('*/endless', () => {}), (socket: Socket) => once(socket, 'data')],
    [
      'has left before',
      http.get('*/endless', async ({ request }) => {
        await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
      }),
      (_socket: Socket, server: TestServer) => arrived(server, { path: '/endless' }),
    ],
  ])('stops at the source when its client %s', async (_when, before, isMoment) => {
    const { stream, cancel } = watchedStream(text);
    const server = await serverWith(
      before,
      http.get('*/endless', () => new HttpResponse(stream)),
    );
    const { socket, seen } = await sendOn(server.port, requestText('GET /endless'));
    await isMoment(socket, server);
    socket.destroy();
    await Promise.all([seen, cancel]);
    expect((await server.call('/pets')).status).toBe(200);
  });
});
