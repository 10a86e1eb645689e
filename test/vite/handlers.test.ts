import { expect, test, vi } from 'vitest';
import { http, HttpResponse } from 'msw';
import { patience } from '../support/patience.ts';
import { startDev } from './support/project.ts';

const handlers = `import { http, HttpResponse } from 'msw';
import { name } from './name.ts';
const answer: { name: string } = { name };
export default [http.get('/v2/shelter', () => HttpResponse.json(answer))];`;

async function start() {
  const files = { 'mocks/handlers.ts': handlers, 'mocks/name.ts': `export const name = 'one';` };
  const dev = await startDev({ handlers: './mocks/handlers.ts' }, {}, files);
  return { ...dev, shelter: () => dev.text('/v2/shelter') };
}

const startWith = (files: Record<string, string>) =>
  startDev({ handlers: './handlers.ts', pets: 2 }, {}, files);

/** Writes until it is seen: a watcher may still be looking at what is there. */
const seen = (check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: patience, interval: 300 });

test('handlers are an array as well, and other paths stay with Vite', async () => {
  const own = [http.get('/v2/shelter', () => HttpResponse.text('own'))];
  const { text, page, get } = await startDev({ handlers: own });
  expect(await text('/v2/shelter')).toBe('own');
  expect(await page('/')).toContain('Theirs');
  expect(await (await get('/__admin/requests')).json()).toMatchObject({ total: 1 });
});

test('a handlers file in TypeScript is loaded, and again when a file that it imports changes', async () => {
  const { shelter, write, create, names, log } = await start();
  expect(await shelter()).toBe('{"name":"one"}');
  await create('Rex');
  await seen(async () => {
    await write('mocks/name.ts', `export const name = 'two';`);
    expect(await shelter()).toBe('{"name":"two"}');
  });
  expect(log()).toContain('handlers reloaded: mocks/handlers.ts');
  expect(await names()).toContain('Rex');
});

test.each([
  ['is broken', 'export default [', 'cannot load mocks/handlers.ts; the previous handlers stay'],
  ['throws undefined', 'throw undefined;', 'the previous handlers stay'],
  ['never ends', 'await new Promise(() => {});', ''],
])(
  'a file that %s leaves the previous handlers, and the next is loaded',
  async (_what, broken, said) => {
    const { shelter, write, log } = await start();
    await seen(async () => {
      await write('mocks/handlers.ts', broken);
      expect(log()).toContain(said);
    });
    expect(await shelter()).toBe('{"name":"one"}');
    await write('mocks/name.ts', `export const name = 'four';`);
    await seen(async () => {
      await write('mocks/handlers.ts', handlers);
      expect(await shelter()).toBe('{"name":"four"}');
    });
  },
);

test('a file that is broken at the start does not keep Vite from starting', async () => {
  const { text, log, write, get } = await startWith({ 'handlers.ts': `import './missing.ts';` });
  expect(log()).toMatch(/cannot load handlers.ts; it takes no requests yet: .*missing/);
  const problems = async () =>
    ((await (await get('/__admin/info')).json()) as { problems: string[] }).problems;
  expect(await problems()).toEqual([expect.stringMatching(/^cannot load handlers.ts; /)]);
  await seen(async () => {
    await write('missing.ts', '');
    expect(log()).toContain('must be an array of msw handlers');
  });
  await seen(async () => {
    await write(
      'handlers.ts',
      `import { http, HttpResponse } from 'msw';
      export default [http.get('/mended', () => HttpResponse.text('yes'))];`,
    );
    expect(await text('/mended')).toBe('yes');
  });
  expect(await problems()).toEqual([]);
});

test('a file that is not there stops the start', async () => {
  await expect(startDev({ handlers: './none.ts' })).rejects.toThrow(
    /"handlers" must be a file: there is none at .*none\.ts, not "\.\/none\.ts"/,
  );
});

test('a file of operations in TypeScript is loaded, and again when it changes', async () => {
  const operations = (text: string) => `const answer: string = '${text}';
    export default [{
      name: 'greet', method: 'GET', path: '/greet', run: () => ({ status: 200, body: answer }),
    }];`;
  const files = { 'operations.ts': operations('one') };
  const faults = [{ operation: 'greet', delay: 1 }];
  const options = { operations: './operations.ts', scenarios: { late: { faults } } };
  const { text, write, log, create, names } = await startDev(options, {}, files);
  expect(await text('/v2/greet')).toBe('"one"');
  await create('Rex');
  await seen(async () => {
    await write('operations.ts', operations('two'));
    expect(await text('/v2/greet')).toBe('"two"');
  });
  expect(log()).toContain('operations reloaded: operations.ts');
  await seen(async () => {
    await write('operations.ts', 'export default [{}];');
    expect(log()).toContain('the previous operations stay: operations[0] lacks the field "name"');
  });
  expect(await text('/v2/greet')).toBe('"two"');
  expect(await names()).toContain('Rex');
});
