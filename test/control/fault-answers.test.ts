import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/index.ts';
import { create } from '../../src/verify/cases/case.ts';
import { faultHosts, opened, textOf } from './support/fault-hosts.ts';

/** The headers of each answer with a body, unless its fault replaces them. */
const usual = { 'cache-control': 'no-store', 'content-type': 'application/json' };
const withType = (type: string) => ({ headers: { 'Content-Type': type } });

const rows: [fault: Fault & { status: number }, text: string][] = [
  [
    { status: 503, headers: { 'Retry-After': '2', 'X-Node': ' b\tc ' } },
    '{"error":"Service Unavailable"}',
  ],
  [{ status: 500, error: 'zwölf "Boxkämpfer" 🥊\n' }, '{"error":"zwölf \\"Boxkämpfer\\" 🥊\\n"}'],
  [{ status: 200, body: [{ id: 7, name: null }] }, '[{"id":7,"name":null}]'],
  [{ status: 200, body: null }, 'null'],
  [{ status: 500, body: false }, 'false'],
  // A string is JSON where no type says otherwise, and else sent as it is.
  [{ status: 502, body: 'zwölf 🥊' }, '"zwölf 🥊"'],
  [
    {
      status: 502,
      headers: { 'Content-Type': 'text/html', 'Cache-Control': 'max-age=9' },
      body: '<h1>zwölf 🥊</h1>',
    },
    '<h1>zwölf 🥊</h1>',
  ],
  [{ status: 200, headers: { 'CONTENT-TYPE': 'application/json' }, body: '{"id":' }, '{"id":'],
  [
    { status: 422, ...withType('application/problem+json'), body: { title: 'No' } },
    '{"title":"No"}',
  ],
  [{ status: 200, ...withType('text/plain'), body: '' }, ''],
  [{ status: 204, body: {} }, ''],
  [{ status: 205, body: {} }, ''],
  [{ status: 304, headers: { ETag: '"1"' }, body: {} }, ''],
  [
    { status: 403, headers: { 'Access-Control-Allow-Origin': 'https://other.example' } },
    '{"error":"Forbidden"}',
  ],
];

describe.each(faultHosts)('a fault, in $name,', (host) => {
  test.each(rows)('answers as it says: %j', async (fault, text) => {
    const own = Object.entries(fault.headers ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      value.trim(),
    ]);
    const isBodiless = [204, 205, 304].includes(fault.status);
    const headers = { ...(!isBodiless && usual), ...Object.fromEntries(own) } as object;
    const { catalog, faults, call } = await opened(host);
    faults.add(fault);
    const get = { path: '/v2/pets/alba', headers: { Prefer: 'delay=1' } };
    for (const request of [{}, get, create({ name: 'Rex' })]) {
      const answer = await call(request);
      expect(answer.status).toBe(fault.status);
      expect(textOf(answer)).toBe(text);
      expect(answer.headers).toMatchObject(headers);
      const applied = request === get ? 'delay=1' : undefined;
      expect(answer.headers['preference-applied']).toBe(applied);
      const { 'content-length': length, 'content-type': type } = answer.headers;
      if (fault.status === 204 || fault.status === 304) expect(length).toBeUndefined();
      else expect(length).toBe(String(Buffer.byteLength(text)));
      if (fault.status < 206 && fault.status > 203) expect(type).toBeUndefined();
    }
    expect(catalog.pets.count()).toBe(3);
    const [entry] = catalog.requests.list();
    expect(entry).toMatchObject({
      status: fault.status,
      fault: 'fault-1',
      responseHeaders: headers,
    });
  });
});
