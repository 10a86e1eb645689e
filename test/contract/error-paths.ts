import { createOperationTable } from '../../src/service/table.ts';
import { http, HttpResponse, passthrough, type HttpHandler } from 'msw';
import { defineOperation, type Fault, type Operation } from '../../src/index.ts';

/** A way in which an exchange goes wrong, or nearly does, and what every host answers. */
export interface ErrorPath {
  readonly name: string;
  /** The user's handlers. The direct route has none, so that it leaves such a case out. */
  readonly handlers?: readonly HttpHandler[];
  readonly operations?: readonly Operation[];
  readonly faults?: readonly Fault[];
  /** The bytes of the request. */
  readonly request: string;
  /** The status; `'dropped'` if the connection closes before the end of an answer. */
  readonly outcome: number | 'dropped';
  readonly headers?: Readonly<Record<string, string>>;
  /** What the body of an answer must match. Default: `{"error": ...}` for a status from 400 on. */
  readonly body?: RegExp;
}

/** The text of a request, with a key unless the lines say otherwise. */
export function requestOf(line: string, lines: readonly string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, 'Host: localhost', 'X-API-Key: k', ...lines, '', body].join('\r\n');
}

const json = 'Content-Type: application/json';
const chunked = [json, 'Transfer-Encoding: chunked'];
const getPets = requestOf('GET /v2/pets');
const preflight = [
  'Origin: https://app.example',
  'Access-Control-Request-Method: POST',
  'Access-Control-Request-Headers: x-api-key',
];
const isError = /^\{"error":".+"\}$/;
const isList = /^\[\{.*\}\]$/s;

const failingStream = () =>
  new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('first'));
      controller.error(new Error('The stream fails on purpose'));
    },
  });

const throwing = defineOperation({
  name: 'fail',
  method: 'GET',
  path: '/fail',
  run() {
    throw new Error('The operation throws on purpose');
  },
});

export const errorPaths: readonly ErrorPath[] = [
  {
    name: "a user's stream that fails",
    handlers: [http.get('*/v2/pets', () => new HttpResponse(failingStream()))],
    request: getPets,
    outcome: 'dropped',
  },
  {
    name: 'HttpResponse.error()',
    handlers: [http.get('*/v2/pets', () => HttpResponse.error())],
    request: getPets,
    outcome: 'dropped',
  },
  {
    name: 'a handler that throws',
    handlers: [
      http.get('*/v2/pets', () => {
        throw new Error('The handler throws on purpose');
      }),
    ],
    request: getPets,
    outcome: 500,
  },
  {
    name: 'passthrough()',
    handlers: [http.get('*/v2/pets', () => passthrough())],
    request: getPets,
    outcome: 200,
    body: isList,
  },
  {
    name: 'a handler that returns nothing',
    handlers: [http.get('*/v2/pets', () => undefined)],
    request: getPets,
    outcome: 200,
    body: isList,
  },
  {
    name: 'a create after a handler has read its body',
    handlers: [http.post('*/v2/pets', async ({ request }) => void (await request.text()))],
    request: requestOf('POST /v2/pets', [json, 'Content-Length: 14'], '{"name":"Rex"}'),
    outcome: 201,
    body: /"name":"Rex"/,
  },
  {
    name: 'an empty chunked create after a handler has read its body',
    handlers: [http.post('*/v2/pets', async ({ request }) => void (await request.text()))],
    request: requestOf('POST /v2/pets', chunked, '0\r\n\r\n'),
    outcome: 400,
  },
  {
    name: 'a malformed escape and a handler with a string path',
    handlers: [http.get('*/v2/pets/:petId', () => undefined)],
    request: requestOf('GET /v2/pets/%zz'),
    outcome: 400,
  },
  { name: 'a malformed escape', request: requestOf('GET /v2/pets/%zz'), outcome: 400 },
  {
    name: 'a create without a key whose body never comes',
    request: requestOf('POST /v2/pets', [json, 'Content-Length: 1000']).replace(
      'X-API-Key: k\r\n',
      '',
    ),
    outcome: 401,
  },
  {
    name: 'a create that is too long, while the client still sends',
    request: requestOf('POST /v2/pets', chunked, `20000\r\n${'x'.repeat(0x20000)}\r\n`),
    outcome: 413,
  },
  { name: 'TRACE', request: requestOf('TRACE /v2/pets'), outcome: 405 },
  {
    name: 'a Host that is a reserved name',
    request: getPets.replace('Host: localhost', 'Host: test'),
    outcome: 200,
    body: isList,
  },
  { name: 'HEAD', request: requestOf('HEAD /v2/pets'), outcome: 200, body: /^$/ },
  {
    name: 'OPTIONS',
    request: requestOf('OPTIONS /v2/pets'),
    outcome: 204,
    headers: { allow: 'GET, HEAD, OPTIONS, POST' },
  },
  {
    name: 'a preflight',
    request: requestOf('OPTIONS /v2/pets', preflight),
    outcome: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': createOperationTable()
        .methods.filter((method) => method !== 'OPTIONS')
        .join(','),
      'access-control-allow-headers': 'x-api-key',
    },
  },
  { name: 'another method', request: requestOf('DELETE /v2/pets'), outcome: 405 },
  {
    name: 'an operation that throws',
    operations: [throwing],
    request: requestOf('GET /v2/fail'),
    outcome: 500,
  },
  ...(['reset', 'empty', 'truncate', 'garbage'] as const).map((network): ErrorPath => ({
    name: `the network fault ${network}`,
    faults: [{ network }],
    request: getPets,
    outcome: 'dropped',
  })),
  {
    name: 'the network fault dribble',
    faults: [{ network: 'dribble', delay: 20 }],
    request: getPets,
    outcome: 200,
    body: isList,
  },
];

export const bodyOf = ({ outcome, body }: ErrorPath): RegExp =>
  body ?? (typeof outcome === 'number' && outcome >= 400 ? isError : /^/);
