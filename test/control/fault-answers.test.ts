import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/index.ts';
import { create } from '../../src/verify/cases/case.ts';
import { faultHosts, opened, textOf } from './support/fault-hosts.ts';

interface Row {
  name: string;
  fault: Fault;
  text: string;
  headers: Record<string, string>;
}

const usual = { 'cache-control': 'no-store', 'content-type': 'application/json' };

const rows: Row[] = [
  {
    name: 'headers beside the usual message',
    fault: { status: 503, headers: { 'Retry-After': '2', 'X-Node': ' b ' } },
    text: '{"error":"Service Unavailable"}',
    headers: { ...usual, 'retry-after': '2', 'x-node': 'b' },
  },
  {
    name: 'a message of its own',
    fault: { status: 500, error: 'zwölf "Boxkämpfer" 🥊\n' },
    text: '{"error":"zwölf \\"Boxkämpfer\\" 🥊\\n"}',
    headers: usual,
  },
  {
    name: 'a JSON body with a success',
    fault: { status: 200, body: [{ id: 7, name: null }] },
    text: '[{"id":7,"name":null}]',
    headers: usual,
  },
  { name: 'null', fault: { status: 200, body: null }, text: 'null', headers: usual },
  { name: 'false', fault: { status: 500, body: false }, text: 'false', headers: usual },
  {
    name: 'a string without a type, as JSON',
    fault: { status: 502, body: 'zwölf 🥊' },
    text: '"zwölf 🥊"',
    headers: usual,
  },
  {
    name: 'a page of a gateway',
    fault: {
      status: 502,
      headers: { 'Content-Type': 'text/html', 'Cache-Control': 'max-age=9' },
      body: '<h1>zwölf 🥊</h1>',
    },
    text: '<h1>zwölf 🥊</h1>',
    headers: { 'content-type': 'text/html', 'cache-control': 'max-age=9' },
  },
  {
    name: 'malformed JSON',
    fault: { status: 200, headers: { 'CONTENT-TYPE': 'application/json' }, body: '{"id":' },
    text: '{"id":',
    headers: usual,
  },
  {
    name: 'an object beside a type',
    fault: {
      status: 422,
      headers: { 'Content-Type': 'application/problem+json' },
      body: { title: 'No' },
    },
    text: '{"title":"No"}',
    headers: { ...usual, 'content-type': 'application/problem+json' },
  },
  {
    name: 'no text at all',
    fault: { status: 200, headers: { 'Content-Type': 'text/plain' }, body: '' },
    text: '',
    headers: { ...usual, 'content-type': 'text/plain', 'content-length': '0' },
  },
  { name: '204, which has no body', fault: { status: 204, body: {} }, text: '', headers: {} },
  {
    name: '205, which has no body',
    fault: { status: 205, body: {} },
    text: '',
    headers: { 'content-length': '0' },
  },
  {
    name: '304, which has no body',
    fault: { status: 304, headers: { ETag: '"1"' }, body: {} },
    text: '',
    headers: { etag: '"1"' },
  },
  {
    name: 'an origin of its own choice',
    fault: { status: 403, headers: { 'Access-Control-Allow-Origin': 'https://other.example' } },
    text: '{"error":"Forbidden"}',
    headers: { ...usual, 'access-control-allow-origin': 'https://other.example' },
  },
];

describe.each(faultHosts)('a fault, in $name,', (host) => {
  test.each(rows)('answers with $name', async ({ fault, text, headers }) => {
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
    expect(entry).toMatchObject({ status: fault.status, fault: 'fault-1' });
    expect(entry!.responseHeaders).toMatchObject(
      Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'vary')),
    );
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
