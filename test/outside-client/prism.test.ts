import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startServer, type PetCatalogServer } from '../../src/server.ts';
import { contractCases } from '../contract/cases.ts';
import { complete, key, type ContractCase } from '../../src/verify/cases/case.ts';
import { listen } from '../support/hosts-over-http.ts';
import { openApi } from '../support/openapi-checker.ts';
import { sendHttp } from '../support/send-http.ts';
import { startPrism, type Prism } from '../support/start-prism.ts';
import { createPetClient } from './client.ts';

const headers = { 'X-API-Key': 'k' };

/** What Prism says when something breaks the document. */
interface Violation {
  title: string;
  validation: { location: string[]; message: string }[];
}

function isJson(body: string | Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body));
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

describe('with Prism between a client and the server', () => {
  let server: PetCatalogServer;
  let strict: Prism;
  let lenient: Prism;
  beforeAll(async () => {
    server = await startServer({ port: 0, pets: 5, apiKeys: ['k', key] });
    // One judges requests and answers; the other lets any request pass, and judges answers.
    [strict, lenient] = await Promise.all([
      startPrism(openApi, server.url),
      startPrism(openApi, server.url, ['--validate-request', 'false']),
    ]);
  });
  beforeEach(() => server.catalog.reset());
  afterAll(async () => {
    await Promise.all([strict?.close(), lenient?.close(), server?.close()]);
  });

  test('valid traffic passes with no violation', async () => {
    const before = strict.output().length;
    const client = createPetClient(strict.url, 'k');
    const rex = await client.create({ name: 'Rex', tag: 'dog' });
    await client.create({ name: '🐶 \u0000' });
    expect(await client.get(rex.id)).toEqual(rex);
    expect(await client.list()).toHaveLength(7);
    expect(await client.list(0)).toEqual([]);
    await expect(client.get('nobody')).rejects.toMatchObject({ message: 'Pet not found' });
    expect(strict.output().slice(before)).not.toMatch(/violation|error/i);
    expect(server.catalog.requests.count()).toBe(6);
  });

  test.each([
    ['no name', { tag: 'dog' }, ['body']],
    ['a tag that is null', { name: 'Rex', tag: null }, ['body', 'tag']],
  ])('a create with %s is reported before it arrives', async (_what, pet, location) => {
    const count = server.catalog.requests.count();
    const response = await fetch(`${strict.url}/pets`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(pet),
    });
    expect(response.status).toBe(422);
    const { validation } = (await response.json()) as Violation;
    expect(validation.map((one) => one.location)).toEqual([location]);
    expect(server.catalog.requests.count()).toBe(count);
  });

  test('a limit that is no number is reported before it arrives', async () => {
    const response = await fetch(`${strict.url}/pets?limit=ten`, { headers });
    expect(response.status).toBe(422);
    expect(((await response.json()) as Violation).validation[0]!.location).toEqual([
      'query',
      'limit',
    ]);
  });

  test('a request without a key is reported before it arrives', async () => {
    expect((await fetch(`${strict.url}/pets`)).status).toBe(401);
    expect(server.catalog.requests.count({ status: 401 })).toBe(0);
  });

  const plain = contractCases.filter(({ request, options, before, expected }) => {
    const { method, path, headers: sent, body } = complete(request);
    // What Prism itself refuses, cannot carry or gives another meaning: other methods, paths that
    // are not ours, `Prefer`, and bodies that it parses before it sends them on: so none that is
    // not JSON.
    return (
      (method === 'GET' || method === 'POST') &&
      expected !== 'not ours' &&
      expected.status !== 405 &&
      !options &&
      !before &&
      /^\/v2\/pets(?:\/[\w%-]{1,99})?(?:\?limit=[\w%+-]*)?$/.test(path) &&
      !('Prefer' in sent) &&
      /^$|^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[^;]+)*$/.test(sent['Content-Type'] ?? '') &&
      (sent['X-API-Key'] ?? '').trim() !== '' &&
      (method === 'GET' || (body !== undefined && body.length < 1000 && isJson(body)))
    );
  });

  test('there are many cases that Prism can carry', () => {
    expect(plain.length).toBeGreaterThan(80);
  });

  test('no answer of the service breaks the document, whatever is asked', async () => {
    const { port } = new URL(lenient.url);
    const seen = new Set<number>();
    const violations: string[] = [];
    const stranger: Pick<ContractCase, 'name' | 'request'> = {
      name: 'a key that is not good',
      request: { headers: { 'X-API-Key': 'stranger' } },
    };
    for (const { name, request } of [...plain, stranger]) {
      const sent = complete(request);
      const answer = await sendHttp(Number(port), { ...sent, path: sent.path.slice(3) });
      seen.add(answer.status);
      const text = new TextDecoder().decode(answer.body);
      if (answer.status === 500 || text.includes('stoplight')) violations.push(`${name}: ${text}`);
    }
    expect(violations).toEqual([]);
    expect([...seen].toSorted()).toEqual([200, 201, 400, 401, 404, 415]);
  });
});

describe('with Prism before a server that breaks the document', () => {
  let prism: Prism;
  let liar: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    liar = await listen((_req, res) => {
      res.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
      res.end('{"name":"Rex","id":7}');
    });
    prism = await startPrism(openApi, `http://127.0.0.1:${liar.port}`);
  });
  afterAll(async () => {
    await Promise.all([prism?.close(), liar?.close()]);
  });

  test('the answer is reported: so silence means that there is nothing to report', async () => {
    const response = await fetch(`${prism.url}/pets/7`, { headers });
    expect(response.status).toBe(500);
    const { validation } = (await response.json()) as Violation;
    expect(JSON.stringify(validation)).toMatch(/tag/);
  });
});
