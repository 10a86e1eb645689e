import { createControl } from 'pet-catalog-mock/client';
import { expect, test } from 'vitest';
import { startCommand } from '../../cli/support/command.ts';

test('the command starts with the config of the documents', async () => {
  const { url, call } = await startCommand(['--log', 'none'], { cwd: import.meta.dirname });

  expect(await (await call('/pets')).json()).toEqual([{ name: 'Rex', tag: 'dog', id: 'rex' }]);
  const control = createControl({ url });
  await control.scenarios.use('monday');
  expect(await control.pets.count()).toBe(3);
});
