import { expect, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import { createApp, startServer } from '../../src/server.ts';
import { folderWith, runCommand, startCommand } from './support/command.ts';
import { helloHandlers } from './support/scripts.ts';

/** Each path throws something that no handler can catch. */
const handlers = `const loose = {
  '/rejects/hello': () => void Promise.reject(new Error('rejected on purpose')),
  '/nothing/hello': () => void Promise.reject(undefined),
  '/throws/hello': () => void setTimeout(() => { throw new Error('thrown on purpose'); }),
};
${helloHandlers('new Response(loose[new URL(request.url).pathname]())')}`;

test('an uncaught error is logged with its stack, and the server goes on', async () => {
  const cwd = await folderWith({ 'handlers.mjs': handlers });
  const { url, call, until } = await startCommand(['--handlers', 'handlers.mjs'], { cwd });
  const ask = async (path: string) => (await fetch(new URL(path, url))).status;

  expect(await ask('/rejects/hello')).toBe(200);
  const [rejected] = await until('stderr', /.*rejected on purpose.*\n/);
  expect(JSON.parse(rejected)).toEqual({
    time: expect.any(String) as string,
    level: 'error',
    message: 'Error: rejected on purpose',
    context: 'uncaught; the server keeps running',
    stack: expect.stringMatching(/^Error: rejected on purpose\n +at .*handlers\.mjs:2:/) as string,
  });
  expect(await ask('/throws/hello')).toBe(200);
  await until('stderr', /"Error: thrown on purpose".*handlers\.mjs:4:/);
  expect(await ask('/nothing/hello')).toBe(200);
  await until('stderr', /rejected with the reason \\?"undefined/);
  expect((await call('/pets')).status).toBe(200);
});

test('during the start it ends the start with status 1', async () => {
  const cwd = await folderWith({
    'mock.mjs': `setTimeout(() => { throw new Error('too early'); });
      await new Promise((resolve) => setTimeout(resolve, 60_000));`,
  });

  const ended = await runCommand(['--config', 'mock.mjs', '--port', '0'], { cwd });
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toContain('Error: too early');
});

test('the listeners belong to the command: a server in code has none', async () => {
  const count = () =>
    ['uncaughtException', 'unhandledRejection', 'SIGTERM', 'exit'].map((name) =>
      process.listenerCount(name),
    );
  const before = count();
  await using server = await startServer({ port: 0, handlers: [] });
  createApp(createPetCatalog());
  await fetch(server.url);

  expect(count()).toEqual(before);
});
