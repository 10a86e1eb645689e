import { describe, expect, expectTypeOf, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { defineOperation, petSchema, type Operation } from '../../src/index.ts';
import { createOpenApi } from '../../src/service/openapi.ts';
import { createOperationTable } from '../../src/service/table.ts';
import { key } from '../../src/verify/cases/case.ts';
import { setupServerFetch } from '../support/hosts-in-process.ts';
import { serverHost } from '../support/hosts-over-http.ts';
import { routes } from './support/started-server.ts';

const csv = { 'Content-Type': 'text/csv' };
const bytes = new Uint8Array([0xff, 0x00, 0x80]);

function operationAt(name: string, run: Operation['run']): Operation {
  return { name, method: 'GET', path: `/${name}`, run };
}

const streamOf = (...parts: string[]) =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });

const operations = [
  operationAt('csv', ({ pets }) => ({
    status: 200,
    headers: csv,
    body: pets
      .list()
      .map(({ name }) => name)
      .join('\n'),
  })),
  operationAt('bytes', () => ({
    status: 200,
    headers: { 'Content-Type': 'image/png' },
    body: bytes,
  })),
  operationAt('stream', () => ({ status: 200, headers: csv, body: streamOf('a,', 'b') })),
  operationAt(
    'response',
    () =>
      new Response('<p>Hi</p>', {
        status: 203,
        headers: { 'Content-Type': 'text/html', 'X-A': 'b' },
      }),
  ),
  operationAt('gone', async () => new Response(null, { status: 204 })),
  operationAt('cookies', () => ({
    status: 200,
    headers: { 'Set-Cookie': ['a=1; Path=/', 'b=2; Path=/'] },
    body: {},
  })),
  operationAt('cookieResponse', () => {
    const response = Response.json({});
    response.headers.append('Set-Cookie', 'a=1');
    response.headers.append('Set-Cookie', 'b=2');
    return response;
  }),
  operationAt('untyped', () => ({ status: 200, body: bytes })),
  defineOperation({
    name: 'sendText',
    method: 'POST',
    path: '/text',
    body: 'text',
    run({ body }) {
      expectTypeOf(body).toEqualTypeOf<string>();
      return { status: 200, body: body.length };
    },
  }),
  defineOperation({
    name: 'sendBytes',
    method: 'PUT',
    path: '/bytes',
    body: 'bytes',
    run: ({ body }) => ({ status: 200, body: [...body] }),
  }),
  defineOperation({
    name: 'sendForm',
    method: 'POST',
    path: '/form',
    body: 'form',
    async run({ body }) {
      const file = body.get('file');
      return { status: 200, body: [body.get('name'), file instanceof File ? file.size : null] };
    },
  }),
] as readonly Operation[];

const hosts = [
  setupServerFetch,
  ...routes.map(([name, more]) => serverHost(`the server ${name}`, more)),
];

describe.each(hosts)('$name', (host) => {
  async function opened() {
    const { catalog, send, close } = await host.open({
      fixtures: [{ name: 'Rex' }, { name: 'Max' }],
      operations,
    });
    onTestFinished(close);
    return {
      catalog,
      async call(line: string, type?: string, body?: string | Uint8Array) {
        const [method = '', path = ''] = line.split(' ');
        const headers = { 'X-API-Key': key, ...(type && { 'Content-Type': type }) };
        const answer = (await send({ method, path: `/v2${path}`, headers, body: body as never }))!;
        return { ...answer, text: new TextDecoder().decode(answer.body) };
      },
    };
  }

  test.each([
    ['csv', 200, 'text/csv', 'Rex\nMax'],
    ['stream', 200, 'text/csv', 'a,b'],
    ['response', 203, 'text/html', '<p>Hi</p>'],
    ['gone', 204, undefined, ''],
  ])('GET /%s gives the body of the operation', async (path, status, type, text) => {
    const { call, catalog } = await opened();
    const answer = await call(`GET /${path}`);
    expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([
      status,
      type,
      text,
    ]);
    expect(catalog.requests.list()[0]?.responseBody ?? '').toBe(text);
  });

  test('bytes are sent as they are', async () => {
    const { call, catalog } = await opened();
    const { body, headers } = await call('GET /bytes');
    expect([[...body], headers['content-type']]).toEqual([[...bytes], 'image/png']);
    expect(catalog.requests.list()[0]).toMatchObject({ responseBytes: 3 });
    expect(catalog.requests.list()[0]).not.toHaveProperty('responseBody');
  });

  test('bytes without a content type are a 500 with the reason', async () => {
    const { call } = await opened();
    const { status, text } = await call('GET /untyped');
    expect([status, text]).toEqual([500, expect.stringContaining('must be a JSON value')]);
  });

  test('a request may have text, bytes or a form', async () => {
    const { call } = await opened();
    expect((await call('POST /text', 'text/plain', 'hello')).text).toBe('5');
    expect((await call('PUT /bytes', 'image/png', bytes)).text).toBe('[255,0,128]');
    const form = new Request('http://x', { method: 'POST', body: formOf({ name: 'Rex' }) });
    const type = form.headers.get('content-type')!;
    const sent = new Uint8Array(await form.arrayBuffer());
    expect((await call('POST /form', type, sent)).text).toBe('["Rex",3]');
    const plain = 'application/x-www-form-urlencoded';
    expect((await call('POST /form', plain, 'name=Max')).text).toBe('["Max",null]');
  });

  test.each([
    ['POST /text', 'application/json', 415, 'a type of text, such as text/plain'],
    ['POST /form', 'text/plain', 415, 'multipart/form-data or application/x-www-form-urlencoded'],
    ['POST /form', 'multipart/form-data; boundary=x', 400, 'is not a valid form'],
  ])('%s with %s is %i', async (line, type, status, message) => {
    const { call } = await opened();
    const answer = await call(line, type, '{}');
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(message)]);
  });
});

function formOf({ name }: { name: string }): FormData {
  const form = new FormData();
  form.set('name', name);
  form.set('file', new Blob([bytes]), 'a.png');
  return form;
}

test.each(routes)('two cookies come over HTTP %s', async (_name, more) => {
  const { startedServer } = await import('./support/started-server.ts');
  const { call } = await startedServer({ ...more, operations });
  for (const path of ['/cookies', '/cookieResponse']) {
    expect((await call(path)).headers.getSetCookie()).toHaveLength(2);
  }
});

describe('the OpenAPI document', () => {
  const documentOf = (...given: Operation[]) =>
    createOpenApi({ serverUrl: '/', operations: createOperationTable(given).all });

  test('has the media types of bodies and responses', () => {
    const { paths } = documentOf(...operations, {
      ...operationAt('report', () => ({ status: 200 })),
      responses: { 200: { description: 'A report', contentType: 'text/csv' } },
    });
    const typesOf = (path: string, method: string, part: string) =>
      Object.keys((paths[path]![method]![part] as { content: object }).content);
    expect(typesOf('/text', 'post', 'requestBody')).toEqual(['text/plain']);
    expect(typesOf('/bytes', 'put', 'requestBody')).toEqual(['application/octet-stream']);
    expect(typesOf('/form', 'post', 'requestBody')).toEqual(['multipart/form-data']);
    expect(paths['/report']!['get']!['responses']).toMatchObject({
      200: { content: { 'text/csv': {} } },
    });
  });

  test('keeps the summary and the schema of a list that is replaced, unless it has others', () => {
    const list = { ...operationAt('listPets', () => ({ status: 200, body: [] })), path: '/pets' };
    const { paths } = documentOf(list);
    expect(paths['/pets']!['get']).toMatchObject({
      summary: 'List all pets',
      responses: {
        200: {
          description: 'A list of pets',
          content: {
            'application/json': { schema: { items: { $ref: '#/components/schemas/Pet' } } },
          },
        },
      },
    });
    const other = documentOf({
      ...list,
      summary: 'Pages',
      responses: { 200: { description: 'A page', schema: z.string() } },
    });
    expect(other.paths['/pets']!['get']).toMatchObject({
      summary: 'Pages',
      responses: { 200: { content: { 'application/json': { schema: { type: 'string' } } } } },
    });
  });

  test('may refer to the pet of the service', () => {
    const { paths } = documentOf({
      ...operationAt('best', () => ({ status: 200 })),
      responses: { 200: { description: 'The best', schema: petSchema } },
    });
    expect(paths['/best']!['get']!['responses']).toMatchObject({
      200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
    });
  });
});
