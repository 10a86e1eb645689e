import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startServer } from '../../src/server.ts';
import { handlerList, loadListFile } from '../../src/server/module-lists.ts';
import { folderWith } from '../support/folder.ts';

const moduleFile = async (content: string) =>
  join(await folderWith({ 'handlers.mjs': content }), 'handlers.mjs');

// What else is refused is in test/cli/refusals.test.ts.
describe('a handlers file', () => {
  test('that cannot be loaded stops the start with its name and the cause', async () => {
    const file = await moduleFile('throw new Error("broken inside")');
    await expect(startServer({ port: 0, handlers: file })).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining(`Cannot load the handlers file ${file}: broken inside`),
    });
  });

  test('of which a newer version never loads leaves no listener behind', async () => {
    const path = await moduleFile('await new Promise(() => {});');
    const before = process.listenerCount('beforeExit');
    await new Promise<void>((slow) => {
      void loadListFile(handlerList, { path, version: 1, onSlow: slow });
    });
    expect(process.listenerCount('beforeExit')).toBe(before);
  });
});
