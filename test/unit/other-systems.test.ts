import { expect, test } from 'vitest';
import { explainStart } from '../../src/cli/server-options.ts';
import { commandOptions, createSetting } from '../../src/cli/settings.ts';
import { findPlace } from '../../src/server/load-module.ts';

// The behaviour on other systems that can be tested here.

test('a port that the system keeps for itself is explained', () => {
  const option = commandOptions.find(({ name }) => name === 'port')!;
  const settings = new Map([['port', createSetting(option, '--port', '80')]]);
  const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });

  expect(explainStart(error, settings).message).toBe(
    'Port 80 is reserved by the system. Choose another, or try --port 0 for a free one',
  );
});

test.each([
  ['C:\\Program Files\\app\\handlers.cjs', 'C:\\Program Files\\app\\handlers.cjs:3:14'],
  ['/home/a b/handlers.cjs', '/home/a b/handlers.cjs:3:14'],
])('finds the place where a CommonJS module threw: %s', (file, place) => {
  const stack = `Error: not today
    at Object.<anonymous> (${file}:3:14)
    at Module._compile (node:internal/modules/cjs/loader:1554:14)`;

  expect(findPlace(stack, file)).toBe(place);
  expect(findPlace(stack, `${file}.other`)).toBeUndefined();
});
