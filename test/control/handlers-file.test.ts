import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadHandlers } from '../../src/server/module-lists.ts';
import { folderWith } from '../support/folder.ts';

// What is refused is in test/cli/refusals.test.ts.
test('a handlers file of which a newer version never loads leaves no listener behind', async () => {
  const folder = await folderWith({ 'handlers.mjs': 'await new Promise(() => {});' });
  const path = join(folder, 'handlers.mjs');
  const before = process.listenerCount('beforeExit');
  await new Promise<void>((slow) => {
    void loadHandlers({ path, version: 1, warn: () => slow() });
  });
  expect(process.listenerCount('beforeExit')).toBe(before);
});
