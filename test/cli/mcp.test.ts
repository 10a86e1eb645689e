import { once } from 'node:events';
import { createServer } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listening } from '../control/support/started-server.ts';
import { hasSignals, noSignals } from '../support/systems.ts';
import { patience } from '../support/patience.ts';
import { folderWith, spawnCommand } from './support/command.ts';
import { startHere } from './support/in-process.ts';
import { connectMcp, connectProcess } from './support/mcp-client.ts';
import { linesOf } from './support/scripts.ts';

interface Started {
  url: string;
  dashboard?: string;
}
interface Pets {
  pets: object[];
  total: number;
}
interface Listed {
  requests: { id: number; responseBody: string; responseBytes: number }[];
}

function ask(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, headers: { 'X-API-Key': 'app', ...init.headers } });
}

const isRunning = (url: string) =>
  ask(url).then(
    () => true,
    () => false,
  );

test('the tools have descriptions, and the inputs of the control plane', async () => {
  const { client } = await connectMcp();
  const { tools } = await client.listTools();
  const toolOf = (name: string) => tools.find((tool) => tool.name === name)!;
  const hintsOf = (name: string) => {
    const { readOnlyHint, destructiveHint, idempotentHint } = toolOf(name).annotations!;
    return [readOnlyHint, destructiveHint, idempotentHint];
  };
  const takes = (name: string, args: object) =>
    new Ajv2020({ strict: false }).validate(toolOf(name).inputSchema, args);

  expect(client.getInstructions()).toContain('Call start');
  expect(hintsOf('list_requests')).toEqual([true, false, true]);
  expect(hintsOf('add_fault')).toEqual([false, false, false]);
  expect(hintsOf('reset')).toEqual([false, true, false]);
  expect(hintsOf('remove_pet')).toEqual([false, true, true]);
  expect(toolOf('seed').description).toMatch(/^Replace the pets until the next reset/);
  for (const { inputSchema, description, annotations } of tools) {
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(JSON.stringify(inputSchema)).not.toContain('$ref');
    expect(Object.keys(inputSchema)).not.toContain('anyOf');
    expect(description).not.toBe('');
    expect(annotations!.openWorldHint).toBe(false);
  }
  expect(takes('start', { pets: 3, delay: '50-200', port: 0 })).toBe(true);
  expect(takes('start', { handlers: 'evil.mjs' })).toBe(false);
  expect(takes('start', { operations: 'evil.mjs' })).toBe(false);
  expect(takes('add_fault', { status: 503, match: { header: { 'X-Trace': 'a' } } })).toBe(true);
  expect(takes('add_fault', { status: 'bad' })).toBe(false);
  expect(takes('update_fault', { id: 'fault-1', status: null })).toBe(true);
  expect(takes('update_fault', { status: null })).toBe(false);
  expect(takes('read_request', { id: 5 })).toBe(true);
  expect(takes('verify_requests', { body: { name: 'Rex' }, count: 1 })).toBe(true);
  // A model reads all of them in each conversation.
  expect(JSON.stringify(tools).length).toBeLessThan(36_000);
});

test('a session: start, seed, break, see what an app sent, reset', async () => {
  const { call, refused } = await connectMcp(['--port', '0', '--pets', '7']);

  const { url, dashboard } = await call<Started>('start');
  expect((await fetch(dashboard!, { headers: { Accept: 'text/html' } })).status).toBe(200);
  expect(await (await ask(`${url}/pets`)).json()).toHaveLength(7);
  // It is the same one.
  expect(await call<Started>('start')).toMatchObject({ url });

  expect(await call('seed', { fixtures: [{ name: 'Rex', id: 'rex' }] })).toEqual({ pets: 1 });
  expect(await (await ask(`${url}/pets/rex`)).json()).toMatchObject({ name: 'Rex' });

  await call('add_fault', { operation: 'createPet', status: 507, times: 1 });
  expect(await refused('verify_requests', { operation: 'createPet' })).toMatch(
    /^Expected at least 1 request \(operation createPet\), but saw 0/,
  );
  const filter = { operation: 'createPet' };
  const waiting = call<Listed>('wait_for_requests', { ...filter, timeout: patience });
  const create = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
  const made = await ask(`${url}/pets`, { ...create, body: '{"name":"Max"}' });
  expect(made.status).toBe(507);
  expect((await waiting).requests).toMatchObject([filter]);
  const sent = { ...filter, body: { name: 'Max' }, fault: true };
  const { requests } = await call<Listed>('list_requests', sent);
  expect(requests).toMatchObject([{ status: 507, requestBody: '{"name":"Max"}' }]);
  expect(await call('read_request', { id: requests[0]!.id })).toMatchObject({
    why: 'Your fault answered: 507, next call only. Done.',
    fault: 'fault-1',
  });

  expect(await call('reset')).toEqual({ done: true });
  expect(await call('count_requests')).toEqual({ count: 0 });
});

test('a list has 20 entries unless the call says otherwise, and long texts are cut', async () => {
  const { call, refused } = await connectMcp(['--port', '0', '--pets', '3000']);
  const { url } = await call<Started>('start');
  for (let sent = 0; sent < 25; sent++) await (await ask(`${url}/pets?limit=100`)).text();

  const seen = await call<Listed>('list_requests');
  expect(seen).toMatchObject({ total: 25 });
  expect(seen.requests).toHaveLength(20);
  expect(seen.requests[0]!.responseBody).toHaveLength(1001);
  expect(seen.requests[0]!.responseBytes).toBeGreaterThan(5000);
  expect((await call<Pets>('find_pets')).pets).toHaveLength(20);
  expect((await call<Pets>('find_pets', { limit: 50 })).pets).toHaveLength(50);
  expect(await refused('get_snapshot')).toMatch(/^The result has \d+ characters, and 100000/);
});

test('bad input is refused with the message of the mock, and changes nothing', async () => {
  const { call, refused } = await connectMcp();
  await call('start');

  for (const [tool, input, message] of [
    ['list_requests', { limit: 'all' }, /^A request filter: "limit" must be .*, not "all"$/],
    ['remove_fault', {}, /^The call lacks the field "id"$/],
    ['remove_fault', { id: '../faults' }, /^There is no fault with that id$/],
    ['remove_fault', { id: '..' }, /a string that a URL can have/],
    ['remove_fault', { id: '\ud800' }, /a string that a URL can have/],
    ['reset', { hard: true }, /^The call has an unknown field "hard"/],
    ['attach', {}, /^The call lacks the field "url"$/],
    ['attach', { url: 'nowhere' }, /must be the server's address/],
    ['attach', { url: 'http://127.0.0.1:9' }, /http:\/\/127\.0\.0\.1:9 does not answer/],
    ['start', { pets: 'many' }, /^"pets" must be a whole number from 0 to 1000000, not "many"$/],
    ['start', { scenario: 'doom' }, /"scenario" must be one of/],
    ['start', { host: '0.0.0.0' }, /start has no option "host"/],
  ] as const) {
    expect(await refused(tool, input)).toMatch(message);
  }
  expect(await call('list_faults')).toEqual({ faults: [] });
  expect(await call<Pets>('find_pets')).toMatchObject({ total: 25 });
});

test('start with options replaces the server, at the same address', async () => {
  const { call, refused } = await connectMcp(['--port', '0', '--pets', '7', '--seed', '3']);
  const first = await call<Started>('start');
  const second = await call<Started>('start', { pets: 2 });

  expect(second).toMatchObject({ url: first.url, seed: 3 });
  expect(await (await ask(`${second.url}/pets`)).json()).toHaveLength(2);

  // What is refused leaves it as it is.
  await refused('start', { pets: 5, maxPets: 3 });
  expect(await (await ask(`${second.url}/pets`)).json()).toHaveLength(2);

  await call('stop');
  expect(await isRunning(second.url)).toBe(false);
  expect(await call<Pets>('find_pets')).toMatchObject({ total: 7 });
});

test('without a chosen port, it takes a free one if 4020 is taken', async () => {
  const other = createServer().listen(4020, '127.0.0.1');
  onTestFinished(() => void other.close());
  // Another process may have it already.
  await Promise.race([once(other, 'listening'), once(other, 'error')]);

  const { call } = await connectMcp([]);
  const { url } = await call<Started>('start');
  expect(new URL(url).port).not.toBe('4020');
  expect(await isRunning(`${url}/pets`)).toBe(true);
});

test('keys are redacted in the results', async () => {
  const { call } = await connectMcp(['--port', '0', '--pets', '1']);
  const { url } = await call<Started>('start');
  const headers = { 'X-API-Key': 'never-to-be-seen', Authorization: 'Bearer not-this-one' };
  await (await ask(`${url}/pets`, { headers })).text();
  await call('add_fault', { status: 503, match: { header: { 'X-API-Key': 'never-to-be-seen' } } });

  const given = JSON.stringify([await call('list_requests'), await call('list_faults')]);
  expect(given).toContain('"x-api-key":"');
  expect(given).not.toMatch(/never-to-be-seen|not-this-one/);
});

describe('a server that runs already', () => {
  test('is controlled with --url, its key and its token, and stays when the session ends', async () => {
    const server = await startHere(['--isolate', '--admin-token', 'secret-token']);
    const key = { headers: { 'X-API-Key': 'worker-1' } };
    const { client, call } = await connectProcess(['--url', server.url, '--api-key', 'worker-1'], {
      PET_CATALOG_ADMIN_TOKEN: 'secret-token',
      // It is of no use with --url.
      PORT: 'abc',
    });

    await call('seed', { pets: 3 });
    expect(await (await server.call('/pets', key)).json()).toHaveLength(3);
    expect(await (await server.call('/pets')).json()).toHaveLength(25);
    await client.close();
    expect((await server.call('/pets', key)).status).toBe(200);
  });

  test('is controlled after attach, until stop or start', async () => {
    const server = await startHere(['--pets', '4', '--isolate', 'X-Test-Id']);
    const { call, refused } = await connectMcp();
    const own = await call<Started>('start');

    const attached = { url: server.url, headers: { 'X-Test-Id': 'one' } };
    expect(await call('attach', attached)).toMatchObject({ isolate: 'X-Test-Id' });
    await call('add_pet', { name: 'Rex' });
    expect(await call<Pets>('find_pets')).toMatchObject({ total: 5 });
    // What does not answer is not attached to.
    await refused('attach', { url: 'http://127.0.0.1:9' });
    expect(await call<Pets>('find_pets')).toMatchObject({ total: 5 });

    expect(await call<Started>('start')).toEqual(own);
    expect(await call<Pets>('find_pets')).toMatchObject({ total: 25 });
    await call('attach', attached);
    await call('stop');
    expect(await isRunning(own.url)).toBe(false);
    expect((await server.call('/pets')).status).toBe(200);
  });

  test('that never answers holds up neither the other tools nor the end', async () => {
    let come = () => {};
    const asked = new Promise<void>((resolve) => (come = resolve));
    const { origin } = await listening(() => come());
    const { client, call, session } = await connectMcp();

    const attaching = call('attach', { url: origin }).catch(String);
    await asked;
    const { url } = await call<Started>('start');
    await client.close();
    await session.stop();
    expect(await attaching).toContain('closed');
    expect(await isRunning(url)).toBe(false);
  });
});

test('the document of the service is a resource', async () => {
  const cwd = await folderWith({
    // As TypeScript compiles it.
    'ops.cjs': `Object.assign(exports, { __esModule: true, default: [
      { name: 'a', method: 'GET', path: '/a', run: () => ({ status: 204 }) } ] })`,
  });
  const { client } = await connectMcp(['--operations', `${cwd}/ops.cjs`]);
  const { resources } = await client.listResources();
  const { contents } = await client.readResource({ uri: resources[0]!.uri });

  const [content] = contents;
  const { paths } = JSON.parse(content && 'text' in content ? content.text : '') as object & {
    paths: object;
  };
  expect(Object.keys(paths)).toEqual(['/pets', '/pets/{petId}', '/a']);
});

describe('the process', () => {
  const clientInfo = { name: 'test', version: '1' };
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };

  /** A client that writes lines, and has started a server. */
  async function startRaw(args: readonly string[] = []) {
    const running = spawnCommand(['mcp', '--port', '0', ...args], { stdin: 'pipe' });
    const send = (line: string) => running.child.stdin!.write(`${line}\n`);
    const request = (id: number, method: string, params?: object) =>
      send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    request(1, 'initialize', initialize);
    await running.until('stdout', /"id":1[,}]/);
    send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    request(2, 'tools/call', { name: 'start' });
    const [, url] = await running.until('stdout', /"url\\?":\\?"(http[^"\\]+)/);
    return { ...running, send, request, url: url! };
  }

  type Raw = Awaited<ReturnType<typeof startRaw>>;
  test.for<[what: string, act: (raw: Raw) => unknown, said: RegExp]>([
    ['with standard input', ({ child }) => child.stdin!.end(), /^$/],
    ['at SIGTERM', ({ child }) => child.kill('SIGTERM'), /^$/],
    [
      'when its client reads no more',
      ({ child, request }) => {
        child.stdout!.destroy();
        request(3, 'tools/list');
        child.once('exit', (code) => child.emit('close', code));
      },
      // On some systems it is told why.
      /^(?:.*EPIPE\n)?$/,
    ],
  ])('ends %s, and its server with it', async ([what, act, said], { skip }) => {
    skip(!hasSignals && what.includes('SIG'), noSignals);
    const raw = await startRaw();
    expect(await isRunning(raw.url)).toBe(true);
    act(raw);
    const { stderr, code } = await raw.ended;
    expect(code).toBe(0);
    expect(stderr).toMatch(said);
    expect(await isRunning(raw.url)).toBe(false);
  });

  test('writes only the protocol to standard output', async () => {
    const folder = await folderWith({
      'handlers.mjs': "console.log('from a module'); export default [];",
      'scenarios.mjs': "console.info('from another'); export default { none: { pets: 0 } };",
    });
    const files = ['handlers', 'scenarios'].map((name) => `--${name}=${folder}/${name}.mjs`);
    const { child, ended, url } = await startRaw([...files, '--log', 'json']);
    await ask(`${url}/pets`);
    child.stdin!.end();

    const { stdout, stderr } = await ended;
    expect(linesOf(stdout).filter(({ jsonrpc }) => jsonrpc !== '2.0')).toEqual([]);
    expect(stderr).toContain('from a module');
    expect(stderr).toContain('from another');
    expect(stderr).toContain('"path":"/v2/pets"');
  });
});

test('of calls that come at once, each finds the server that it asks for', async () => {
  const { call } = await connectMcp();
  const started = await Promise.all([1, 2, 3].map((pets) => call<Started>('start', { pets })));
  expect(new Set(started.map(({ url }) => url)).size).toBe(1);
  expect((await call<Pets>('find_pets')).total).toBe(3);
});
