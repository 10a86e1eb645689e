import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { VerifyReport } from '../../src/verify/index.ts';
import { alwaysPets, startService } from '../verify/support/start-service.ts';
import { folderWith, runCommand, spawnCommand, startCommand } from './support/command.ts';
import { runHere, startHere } from './support/in-process.ts';
import { hasSignals } from '../support/systems.ts';

describe('verify', () => {
  test('ends with 0 if the service is the same, and creates nothing', async () => {
    const mock = await startHere(['--pets', '4']);
    const { code, stdout, stderr } = await runHere(['verify', '--against', mock.url]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^http:\S+\/v2 compared with the mock\n/);
    expect(stdout).toMatch(/\n\d+ same, 0 different, \d+ not asked, 0 agreed; \d+ requests\n$/);
    expect(await (await mock.call('/pets')).json()).toHaveLength(4);
  });

  /** A mock with another dialect, and `verify` that asks it. */
  async function another(dialect: object) {
    const folder = await folderWith({ 'dialect.json': dialect });
    const { url } = await startHere(['--dialect', join(folder, 'dialect.json')]);
    return {
      verify: (...flags: string[]) => runHere(['verify', '--against', url, ...flags]),
      file: (name: string) => join(folder, name),
    };
  }

  test('ends with 1 if the service differs, in all four formats', async () => {
    const { verify, file } = await another({ badLimit: 'ignore' });
    expect(await verify('--only', 'LIMIT', '--only', 'success statuses')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('A list answers a success where the mock answers 400'),
    });
    const { stdout } = await verify('--report', 'json', '--only', 'limit,Caching');
    const { cases } = JSON.parse(stdout) as VerifyReport;
    const rows = cases.filter((one) => one.outcome === 'different').map(({ row }) => row);
    expect(new Set(rows)).toEqual(new Set(['limit']));
    const flags = ['--report', 'junit', '--output', file('report.xml'), '--only', 'limit'];
    const { stderr, ...ended } = await verify(...flags);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(stderr).toMatch(/\d+ same, \d+ different/);
    expect(await readFile(file('report.xml'), 'utf8')).toMatch(/^<\?xml/);
    expect((await verify('--report', 'markdown', '--only', 'limit')).stdout).toMatch(/^### http/);
  });

  test('is agreed on with a file of expectations, which it writes itself', async () => {
    const other = await another({ unauthorized: 403, badLimit: 'ignore' });
    const file = other.file('expectations.json');
    const verify = (...flags: string[]) =>
      other.verify('--only', 'limit', '--expectations', file, ...flags);
    expect((await verify('--update')).code).toBe(0);
    const text = await readFile(file, 'utf8');
    const expectations = JSON.parse(text) as Record<string, object>;
    const name = 'refuses a word for a limit with 400';
    expect(expectations[name]).toEqual({
      status: 200,
      parts: ['status'],
      reason: 'differs in status (200 where the mock answers 400)',
    });
    expect((await verify()).code).toBe(0);
    await verify('--update');
    expect(await readFile(file, 'utf8')).toBe(text);
    // Without its expectation, a case is different.
    const { [name]: _, ...others } = expectations;
    await writeFile(file, JSON.stringify(others));
    expect(await verify()).toMatchObject({ code: 1 });
  });

  test('refuses expectations of another form, and of a case that there is not', async () => {
    const other = await another({});
    const verify = async (content: object) => {
      await writeFile(other.file('expectations.json'), JSON.stringify(content));
      return other.verify('--expectations', other.file('expectations.json'));
    };
    expect(await verify({ limit: 5 })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"limit" must be an object with "status", "parts"'),
    });
    const agreed = { status: 200, parts: [], reason: 'x' };
    expect(await verify({ 'no such case': agreed })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no case "no such case"'),
    });
  });

  test('prints the dialect that fits, with which it then is the same', async () => {
    const dialect = { createStatus: 200, missingTag: 'null', order: 'newest' };
    const { verify, file } = await another(dialect);
    const { code, stdout } = await verify('--write', '--print-dialect');
    expect({ code, dialect: JSON.parse(stdout) as unknown }).toEqual({ code: 1, dialect });
    await writeFile(file('found.json'), stdout);
    expect(await verify('--write', '--dialect', file('found.json'))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Left behind: '),
    });
  });

  test('ends with 3 if the service cannot be reached, and shows no key', async () => {
    const url = await startService((request, response) => {
      response.statusCode = 500;
      response.end(String(request.headers['x-api-key']));
    });
    const args = ['--against', url, '--api-key', 'secret-key', '--header', 'X-Other: secret-too'];
    const { code, stdout, stderr } = await runCommand(['verify', ...args]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain(`GET ${url}/pets: 500`);
    expect(stderr).not.toContain('secret');
  });

  test.runIf(hasSignals)(
    'says at Ctrl-C which pets are left behind, and which cases were not asked',
    async () => {
      const { url } = await startCommand(['--delay', '20']);
      const running = spawnCommand([
        'verify',
        '--against',
        url,
        '--write',
        '--only',
        'name and tag',
      ]);
      const pets = async () =>
        (await (await fetch(`${url}/pets`, { headers: { 'X-API-Key': 'k' } })).json()) as unknown[];
      await expect.poll(async () => (await pets()).length).toBeGreaterThan(27);
      running.child.kill('SIGINT');
      const { code, stdout } = await running.ended;
      expect(code).toBe(130);
      expect(stdout).toContain('the run was ended before');
      const [, count] = /Left behind: (\d+) pets/.exec(stdout)!;
      // The call that was cut off may have created one more.
      expect((await pets()).length - 25 - Number(count)).toBeLessThanOrEqual(1);
    },
  );
});

describe('capture', () => {
  test('writes a file that the mock starts with', async () => {
    const { url, call } = await startHere(['--pets', '7', '--seed', '5']);
    const file = join(await folderWith(), 'pets.json');
    const ended = await runHere(['capture', '--from', url, '--output', file]);
    expect(ended).toMatchObject({ code: 0, stdout: '' });
    const copy = await startHere(['--fixtures', file]);
    expect(await (await copy.call('/pets')).json()).toEqual(await (await call('/pets')).json());
  });

  test('lists what it leaves out, and why', async () => {
    const pets = [
      { id: 1, name: 'Alba', tag: null, mood: 3 },
      { id: 2, tag: 'cat' },
      { id: '1', name: 'Twin' },
      { name: 'Nobody' },
      null,
      { id: 'x', name: 'Bruno', tag: 'dog' },
    ];
    const url = await startService((_request, response) => response.end(JSON.stringify(pets)));
    const { code, stdout, stderr } = await runHere(['capture', '--from', url]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual([
      { name: 'Alba', id: '1' },
      { name: 'Bruno', tag: 'dog', id: 'x' },
    ]);
    expect(stderr).toContain('pets[1] lacks the field "name": this pet is left out');
    expect(stderr).toContain('pets[2]: "id" is already that of another pet: this pet is left out');
    expect(stderr).toContain('pets[3] has no "id": this pet is left out');
    expect(stderr).toContain('pets[4] has no "id": this pet is left out');
    expect(stderr).toContain('"mood", which a pet of the mock does not have, is left out of 1 pet');
    const anonymous = await runHere(['capture', '--from', url, '--anonymize']);
    expect(anonymous.stderr).toBe(stderr);
  });

  test('keeps the order of the list and the other fields of the given dialect', async () => {
    const folder = await folderWith({ 'dialect.json': { order: 'newest', unknownFields: 'keep' } });
    const dialect = join(folder, 'dialect.json');
    const { url, call } = await startHere(['--pets', '3', '--dialect', dialect]);
    const headers = { 'Content-Type': 'application/json' };
    await call('/pets', { method: 'POST', headers, body: '{"name":"Rex","age":null}' });
    const file = join(folder, 'pets.json');
    const args = ['capture', '--from', url, '--dialect', dialect, '--output', file];
    expect(await runHere(args)).toMatchObject({ code: 0 });
    const copy = await startHere(['--fixtures', file, '--dialect', dialect]);
    const pets = (await (await copy.call('/pets')).json()) as object[];
    expect(pets[0]).toMatchObject({ name: 'Rex', age: null });
    expect(pets).toEqual(await (await call('/pets')).json());
  });

  test('warns of a list that may be capped', async () => {
    const folder = await folderWith({ 'dialect.json': { maxLimit: 10 } });
    const { url } = await startHere(['--dialect', join(folder, 'dialect.json')]);
    const { code, stdout, stderr } = await runHere(['capture', '--from', url]);
    expect([code, (JSON.parse(stdout) as object[]).length]).toEqual([0, 10]);
    expect(stderr).toContain('lists 10 pets, and no more if it is asked for 1,000,000');
    const ten = await runHere(['capture', '--from', url, '--limit', '10']);
    expect(ten.stderr).toBe('');
  });

  test('says that a redirect was followed', async () => {
    const url = await startService((request, response) => {
      if (request.url === '/v2/pets/') return alwaysPets(request, response);
      return response.writeHead(301, { location: '/v2/pets/' }).end();
    });
    expect(await runHere(['capture', '--from', url])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Alba'),
      stderr: expect.stringContaining('redirects GET /v2/pets to /v2/pets/ on the same origin'),
    });
    const flags = ['--only', 'Order of the list', '--report', 'json'];
    expect(await runHere(['verify', '--against', url, ...flags])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('redirects GET /v2/pets to /v2/pets/ on the same origin'),
    });
  });

  test('gives other names by the ids, the same each time', async () => {
    // By its id alone, one of them would keep its name.
    const { url } = await startHere(['--pets', '2000']);
    const names = async (...flags: string[]) => {
      const { stdout } = await runHere(['capture', '--from', url, ...flags]);
      return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
    };
    const theirs = await names();
    const others = await names('--anonymize');
    expect(others.filter((name, index) => name === theirs[index])).toEqual([]);
    expect(new Set(others).size).toBeGreaterThan(10);
    expect(await names('--anonymize', '--limit', '4')).toEqual(others.slice(0, 4));
  });

  test('ends with 3 without a list of pets, and with 2 without the folder', async () => {
    const url = await startService((_request, response) => response.end('<html>'));
    expect(await runHere(['capture', '--from', url])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('not a JSON array of pets'),
    });
    const mock = await startHere();
    const args = ['capture', '--from', mock.url, '--output', '/no/such/file'];
    expect(await runHere(args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'Cannot write /no/such/file: there is no such file or folder',
      ),
    });
  });
});
