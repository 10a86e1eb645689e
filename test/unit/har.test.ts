import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { Har } from '../../src/index.ts';
import { version } from '../../src/version.ts';
import { create, key } from '../../src/verify/cases/case.ts';
import { ask, emptyCatalog, faultyCatalog } from '../support/catalog.ts';
import { startedServer } from '../control/support/started-server.ts';
import { selfSigned } from '../control/support/self-signed.ts';
import { openTls, requestText, untilClosed } from '../control/support/tcp.ts';
import { patient } from '../support/patience.ts';
const require = createRequire(import.meta.url);

/** What `har-schema` finds wrong: the schemas of HAR 1.2 that others validate by. */
function problemsOf(har: Har): unknown {
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json') as object);
  for (const schema of Object.values(require('har-schema') as Record<string, object>)) {
    ajv.addSchema(schema);
  }
  return ajv.validate('har.json', har) ? [] : ajv.errors;
}

describe('an HTTP Archive', () => {
  test('has the call and the answer of each entry, and is valid', async () => {
    const catalog = emptyCatalog({ apiKeys: [key] });
    await ask(catalog, create({ name: 'Rex' }));
    await ask(catalog, { path: '/v2/pets?limit=2&tag=a%20b' });
    const har = catalog.requests.toHar();
    expect(problemsOf(har)).toEqual([]);
    expect(har.log).toMatchObject({
      version: '1.2',
      creator: { name: 'pet-catalog-mock', version },
    });
    const [entry] = catalog.requests.list();
    expect(har.log.entries[0]).toMatchObject({
      startedDateTime: entry!.at,
      time: entry!.durationMs,
      request: {
        method: 'POST',
        url: 'https://pets.example/v2/pets',
        httpVersion: 'HTTP/1.1',
        headers: [
          { name: 'content-type', value: 'application/json' },
          { name: 'x-api-key', value: 'te…01' },
        ],
        postData: { mimeType: 'application/json', text: '{"name":"Rex"}' },
        bodySize: 14,
      },
      response: {
        status: 201,
        statusText: 'Created',
        httpVersion: 'HTTP/1.1',
        headers: Object.entries(entry!.responseHeaders!).map(([name, value]) => ({ name, value })),
        content: {
          size: entry!.responseBytes,
          mimeType: 'application/json',
          text: entry!.responseBody,
        },
        redirectURL: entry!.responseHeaders!['location'],
        bodySize: entry!.responseBytes,
      },
      timings: { wait: entry!.durationMs },
    });
    expect(har.log.entries[1]!.request).toMatchObject({
      url: 'https://pets.example/v2/pets?limit=2&tag=a%20b',
      queryString: [
        { name: 'limit', value: '2' },
        { name: 'tag', value: 'a b' },
      ],
      bodySize: 0,
    });
    expect(JSON.stringify(har)).not.toContain(key);
  });

  test('has the URL that was asked in process', async () => {
    const catalog = emptyCatalog();
    await catalog.fetch('https://pets.example:8443/v2/pets?limit=1');
    const [entry] = catalog.requests.toHar().log.entries;
    expect(entry!.request.url).toBe('https://pets.example:8443/v2/pets?limit=1');
  });

  test('explains a call that waits, that was dropped, that a fault hit, or whose body is incomplete', async () => {
    const catalog = faultyCatalog({ network: 'reset', times: 1 });
    await ask(catalog);
    catalog.faults.add({ status: 503, times: 1 });
    await ask(catalog);
    await ask(catalog, { headers: { Prefer: 'code=404' }, path: '/v2/pets/x' });
    await ask(catalog, create({ name: 'x'.repeat(20_000) }));
    catalog.faults.add({ network: 'hang' });
    const hanging = ask(catalog);
    await catalog.requests.waitFor({ status: undefined }, { count: 5, ...patient });
    const har = catalog.requests.toHar();
    expect(problemsOf(har)).toEqual([]);
    expect(har.log.entries).toMatchObject([
      {
        response: { status: 0, bodySize: -1, _error: 'closed without an answer' },
        comment: 'Hit by fault-1',
        _fault: 'fault-1',
      },
      { response: { status: 503, statusText: 'Service Unavailable' }, _fault: 'fault-2' },
      { comment: 'The request asked for this fault with Prefer', _fault: 'prefer' },
      {
        request: {
          bodySize: 20_011,
          postData: { comment: 'Truncated: the first 16,384 of 20,011 bytes' },
        },
        response: {
          content: {
            comment: expect.stringMatching(/^Truncated: the first 16,384 of 20,\d+ bytes$/),
          },
        },
      },
      { time: 0, response: { status: 0, _error: 'not answered yet' }, _fault: 'fault-3' },
    ]);
    catalog.reset();
    await hanging;
  });
});

describe('an HTTP Archive over HTTP', () => {
  test('has the scheme of the server, its host and its port', async () => {
    const { catalog, port } = await startedServer({ tls: selfSigned });
    const socket = await openTls(port);
    socket.write(requestText('GET /v2/pets', { Host: `127.0.0.1:${port}` }));
    await untilClosed(socket);
    const [entry] = catalog.requests.toHar().log.entries;
    expect(entry!.request.url).toBe(`https://127.0.0.1:${port}/v2/pets`);
  });

  test('is saved as a file', async () => {
    const { headers } = await (await startedServer()).admin('GET /requests.har');
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('content-disposition')).toBe('attachment; filename="requests.har"');
  });
});
