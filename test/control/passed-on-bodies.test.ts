import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import express from 'express';
import { http, passthrough } from 'msw';
import { describe, expect, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import { createApp } from '../../src/server.ts';
import { listening } from './support/started-server.ts';

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** An Express app whose own route, behind the mock, answers with the digest of the body that it reads. */
async function digesting(handler: Parameters<typeof http.all>[1]) {
  const app = createApp(createPetCatalog(), { handlers: [http.all('*/api/*', handler)] });
  const { origin } = await listening(
    express()
      .use(app)
      .post('/api/x', async (req, res) => void res.send(digestOf(await buffer(req)))),
  );
  return (body: BodyInit) =>
    fetch(`${origin}/api/x`, { method: 'POST', body, duplex: 'half' } as RequestInit).then((one) =>
      one.text(),
    );
}

const bytesOf = (length: number) => Buffer.alloc(length, 'abcdefghijklmnopqrstuvwxyz');
const streamOf = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes]).stream();

describe.each([
  ['returns nothing', () => undefined],
  ['passes it through', () => passthrough()],
  [
    'reads the body and returns nothing',
    async ({ request }: { request: Request }) => void (await request.arrayBuffer()),
  ],
])('a request whose handler %s', (_what, handler) => {
  test.each([0, 1, 70_000, 1024 * 1024])(
    'keeps its body of %i bytes for the next route',
    async (size) => {
      const send = await digesting(handler);
      const bytes = bytesOf(size);
      expect(await send(bytes)).toBe(digestOf(bytes));
      expect(await send(streamOf(bytes))).toBe(digestOf(bytes));
    },
  );
});
