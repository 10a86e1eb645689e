import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/index.ts';
import { create } from '../../src/verify/cases/case.ts';
import { faultHosts, opened, textOf } from './support/fault-hosts.ts';

const usual = { 'cache-control': 'no-store', 'content-type': 'application/json' };
const usualBut = (type: string) => ({ ...usual, 'content-type': type });

type Row = [what: string, fault: Fault, text: string, headers: Record<string, string>];
const rows: Row[] = [
  [
    'headers beside the usual message',
    { status: 503, headers: { 'Retry-After': '2', 'X-Node': ' b\tc ' } },
    '{"error":"Service Unavailable"}',
    { ...usual, 'retry-after': '2', 'x-node': 'b\tc' },
  ],
  [
    'a message of its own',
    { status: 500, error: 'zwölf "Boxkämpfer" 🥊\n' },
    '{"error":"zwölf \\"Boxkämpfer\\" 🥊\\n"}',
    usual,
  ],
  [
    'a JSON body with a success',
    { status: 200, body: [{ id: 7, name: null }] },
    '[{"id":7,"name":null}]',
    usual,
  ],
  ['null', { status: 200, body: null }, 'null', usual],
  ['false', { status: 500, body: false }, 'false', usual],
  ['a string without a type, as JSON', { status: 502, body: 'zwölf 🥊' }, '"zwölf 🥊"', usual],
  [
    'a page of a gateway',
    {
      status: 502,
      headers: { 'Content-Type': 'text/html', 'Cache-Control': 'max-age=9' },
      body: '<h1>zwölf 🥊</h1>',
    },
    '<h1>zwölf 🥊</h1>',
    { 'content-type': 'text/html', 'cache-control': 'max-age=9' },
  ],
  [
    'malformed JSON',
    { status: 200, headers: { 'CONTENT-TYPE': 'application/json' }, body: '{"id":' },
    '{"id":',
    usual,
  ],
  [
    'an object beside a type',
    {
      status: 422,
      headers: { 'Content-Type': 'application/problem+json' },
      body: { title: 'No' },
    },
    '{"title":"No"}',
    usualBut('application/problem+json'),
  ],
  [
    'no text at all',
    { status: 200, headers: { 'Content-Type': 'text/plain' }, body: '' },
    '',
    usualBut('text/plain'),
  ],
  ['204, which has no body', { status: 204, body: {} }, '', {}],
  ['205, which has no body', { status: 205, body: {} }, '', {}],
  [
    '304, which has no body',
    { status: 304, headers: { ETag: '"1"' }, body: {} },
    '',
    { etag: '"1"' },
  ],
  [
    'an origin of its own choice',
    { status: 403, headers: { 'Access-Control-Allow-Origin': 'https://other.example' } },
    '{"error":"Forbidden"}',
    { ...usual, 'access-control-allow-origin': 'https://other.example' },
  ],
];

describe.each(faultHosts)('a fault, in $name,', (host) => {
  test.each(rows)('answers with %s', async (_what, fault, text, headers) => {
    const { catalog, faults, call } = await opened(host);
    faults.add(fault);
    for (const request of [{}, { path: '/v2/pets/alba' }, create({ name: 'Rex' })]) {
      const answer = await call(request);
      expect(answer.status).toBe(fault.status);
      expect(textOf(answer)).toBe(text);
      expect(answer.headers).toMatchObject(headers);
      const { 'content-length': length, 'content-type': type } = answer.headers;
      if (fault.status === 204 || fault.status === 304) expect(length).toBeUndefined();
      else expect(length).toBe(String(Buffer.byteLength(text)));
      if (fault.status! < 206 && fault.status! > 203) expect(type).toBeUndefined();
    }
    expect(catalog.pets.count()).toBe(3);
    const [entry] = catalog.requests.list();
    expect(entry).toMatchObject({
      status: fault.status,
      fault: 'fault-1',
      responseHeaders: headers,
    });
  });

  test('says beside its own headers which preference was applied', async () => {
    const { faults, call } = await opened(host);
    faults.add({ status: 503, headers: { 'X-Node': 'b' } });
    const { status, headers } = await call({ headers: { Prefer: 'delay=1' } });
    expect([status, headers['preference-applied'], headers['x-node']]).toEqual([
      503,
      'delay=1',
      'b',
    ]);
  });

  test('answers HEAD without the body', async () => {
    const { faults, call } = await opened(host);
    faults.add({ status: 503, headers: { 'Content-Type': 'text/plain' }, body: 'Down' });
    const answer = await call({ method: 'HEAD' });
    expect(answer).toMatchObject({ status: 503, headers: { 'content-length': '4' } });
    expect(textOf(answer)).toBe('');
  });
});
