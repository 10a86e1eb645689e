import { expect, test } from 'vitest';
import { folderWith, runCommand, startCommand } from './support/command.ts';
import { linesOf } from './support/scripts.ts';

const key = 'api-key-never-to-be-seen';
const token = 'admin-token-never-to-be-seen';

test('no key and no token is in anything that it writes, wherever a client puts them', async () => {
  const command = await startCommand([], {
    env: { PET_CATALOG_API_KEYS: key, PET_CATALOG_ADMIN_TOKEN: token },
  });
  const headers = { 'X-API-Key': key, Authorization: `Bearer ${token}` };
  const paths = [`/v2/pets/${key}`, `/v2/pets?key=${key}`, `/?token=${token}`, `/__admin/${token}`];
  for (const path of paths) await (await fetch(new URL(path, command.url), { headers })).text();
  const { stdout, stderr } = await command.stop();

  expect(linesOf(stderr)).toHaveLength(paths.length);
  expect(stdout + stderr).not.toContain(key);
  expect(stdout + stderr).not.toContain(token);
});

const config = ['--config', 'mock.json'];

test.each<[args: string[], content?: unknown]>([
  [[`--admin-tokn=${token}`]],
  [[`-k${token}`]],
  [['--api-key', key, key]],
  [['--admin-token', `${token} ü`]],
  [['--admin-token', token, '--host', 'never.invalid', '--port', '0']],
  [['--api-key', key, '--api-key', '']],
  [['--api-key', key, '--fixtures', `/nowhere/${key}`]],
  [['wait', '--url', `http://${key}:${token}@127.0.0.1:1`, '--timeout', '1ms']],
  [config, { adminToken: `${token} ü` }],
  [config, { apiKeys: key }],
  [config, { apiKeys: [key, ''] }],
  [config, `{"adminToken": "${token}" "pets": 1}`],
  [config, `{"adminToken": ${token}}`],
])('no message shows a key or a token: case %#', async (args, content = {}) => {
  const cwd = await folderWith({ 'mock.json': content });
  const { code, stdout, stderr } = await runCommand(args, { cwd });

  expect(code).toBeGreaterThan(0);
  expect(stderr).toContain(args === config ? 'mock.json' : 'pet-catalog-mock: ');
  expect(stdout + stderr).not.toContain(key);
  expect(stdout + stderr).not.toContain(token);
});
