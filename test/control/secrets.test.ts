import { http } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../src/index.ts';
import { startServer, type ServerOptions } from '../../src/server.ts';
import { emptyCatalog } from '../support/catalog.ts';
import { loggedServer } from './support/logged-server.ts';
import { startedServer } from './support/started-server.ts';

const key = 'sk-live-0123456789';
const token = 'tok-0123456789-abcdef';

describe('keys and tokens', () => {
  test('tokens are in no answer of the control plane, and keys are shown as they were sent', async () => {
    const server = await startedServer({ apiKeys: [key], adminToken: token });
    const headers = { 'X-API-Key': key, 'X-A': token, Authorization: `Bearer ${token}` };
    await fetch(`${server.origin}/nowhere/${token}?a=${token}`, { headers });
    const lines = [
      'requests',
      'requests/1',
      'requests.har',
      'requests/wait?status=599&timeout=1',
      'requests/verify?status=599',
      `requests?status=${token}`,
      `requests?header=${token}`,
      `faults/${token}`,
      'info',
      'snapshot',
    ];
    const answers: string[] = [];
    for (const line of lines) {
      answers.push(await (await fetch(`${server.origin}/__admin/${line}`, { headers })).text());
    }
    expect(answers.join('\n')).not.toContain(token);
    expect(answers[0]).toContain(key);
  });

  test.each(['json', 'pretty'] as const)('are in no byte of the log (%s)', async (format) => {
    const failing = http.get('*/fails', ({ request }) => {
      throw new Error(`Upstream refused ${request.headers.get('x-api-key')} for ${request.url}`);
    });
    const server = await loggedServer([failing], format, { secrets: [key, token] });
    const headers = { 'X-API-Key': key, Authorization: `Bearer ${token}` };
    for (const path of ['/v2/pets', `/v2/pets/x?key=${key}`, `/nowhere?token=${token}`, '/fails']) {
      await (await fetch(server.origin + path, { headers })).text();
    }
    const log = await server.stop();
    expect(log).toContain('sk…89');
    expect(log).toContain('Upstream refused sk…89');
    expect(log).not.toContain('0123456789');
  });

  test.each(['X-API-Key', 'authorization', 'Cookie'])(
    'are in no message about the header %s of a filter or a fault',
    (name) => {
      const { faults, requests } = emptyCatalog();
      const header = { [name]: `${key}\n` };
      for (const take of [
        () => requests.count({ header }),
        () => faults.add({ status: 503, match: { header } }),
        () => faults.add({ status: 503, headers: header }),
      ]) {
        expect(take).toThrow(/^(?!.*0123456789).* must be text that a header can carry$/);
      }
    },
  );

  test.each<ServerOptions>([
    { apiKeys: [key, ''] },
    { adminToken: `${token} with spaces` },
    { host: '0.0.0.0', apiKeys: [key] },
    { apiKeys: [key], adminToken: token, seed: -1 },
    { apiKeys: key as never },
  ])('are in no message of a start that is refused: case %#', async (options) => {
    const refused = startServer({ port: 0, ...options });
    await expect(refused).rejects.toThrow(/^(?!.*0123456789)/s);
  });
});

test('a refusal does not give away a token that is one of its words', async () => {
  const { origin } = await startedServer({ adminToken: 'control' });
  const refused = async (path: string, headers?: Record<string, string>) =>
    ((await (await fetch(origin + path, { ...(headers && { headers }) })).json()) as ErrorBody)
      .error;
  expect(await refused('/__admin/info')).toMatch(/^The control plane needs its token/);
  expect(await refused('/__admin/info', { authorization: 'Bearer other' })).toMatch(
    /^The token in the header Authorization is wrong/,
  );
  const authorization = 'Bearer control';
  expect(await refused('/__admin/nowhere', { authorization })).toMatch(/^The control plane has no/);
});
