import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startServer, type Handler } from '../../src/server.ts';
import { handlerList, loadListFile } from '../../src/server/module-lists.ts';
import { startedServer } from './support/started-server.ts';
import { folderWith } from '../support/folder.ts';

const fixtures = join(import.meta.dirname, 'fixtures');

const moduleFile = async (content: string) =>
  join(await folderWith({ 'handlers.mjs': content }), 'handlers.mjs');

describe('a handlers file', () => {
  test('is a module whose default export is an array of handlers', async () => {
    const server = await startedServer({ handlers: join(fixtures, 'good-handlers.js') });
    expect(await (await fetch(`${server.origin}/hello`)).json()).toBe('hello');
    expect((await server.call('/pets')).status).toBe(200);
  });

  test('that cannot be loaded stops the start with its name and the cause', async () => {
    const file = await moduleFile('throw new Error("broken inside")');
    const start = startServer({ port: 0, handlers: file });
    await expect(start).rejects.toMatchObject({ name: 'StartError' });
    await expect(start).rejects.toThrow(file);
    await expect(start).rejects.toThrow('broken inside');
  });

  test.each([
    ['/no/such/handlers.js', 'there is no such file'],
    [fixtures, 'it is a folder, not a file'],
  ])('%s stops the start, as %s', async (handlers, why) => {
    await expect(startServer({ port: 0, handlers })).rejects.toThrow(
      `Cannot load the handlers file ${handlers}: ${why}`,
    );
  });

  test('of which a newer version never loads leaves no listener behind', async () => {
    const path = await moduleFile('await new Promise(() => {});');
    const before = process.listenerCount('beforeExit');
    await new Promise<void>((slow) => {
      void loadListFile(handlerList, { path, version: 1, onSlow: slow });
    });
    expect(process.listenerCount('beforeExit')).toBe(before);
  });

  test('an array with something other than handlers is an option error', async () => {
    const handlers = [{}] as Handler[];
    await expect(startServer({ port: 0, handlers })).rejects.toMatchObject({
      name: 'OptionError',
      message: 'Option "handlers": item 0 is not an msw request handler',
    });
  });
});
