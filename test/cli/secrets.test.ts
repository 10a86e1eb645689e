import { expect, test } from 'vitest';
import { folderWith, runCommand, startCommand } from './support/command.ts';

const key = 'api-key-never-to-be-seen';
const token = 'admin-token-never-to-be-seen';

test('no key and no token is in anything that it writes, wherever a client puts them', async () => {
  const command = await startCommand([], {
    env: { PET_CATALOG_API_KEYS: key, PET_CATALOG_ADMIN_TOKEN: token },
  });
  const headers = { 'X-API-Key': key };
  const admin = (path: string, authorization: string) =>
    fetch(new URL(path, command.url), { headers: { ...headers, authorization } });
  const answers = [
    await command.call('/pets', { headers }),
    await command.call(`/pets/${key}`, { headers }),
    await command.call(`/pets?key=${key}&token=${token}`, { headers }),
    await command.call(`/unknown?token=${encodeURIComponent(token)}`),
    await admin('/__admin/requests', `Bearer ${token}`),
    await admin('/__admin/requests', `Bearer ${token}x`),
    await admin(`/__admin/${token}`, `Bearer ${token}`),
  ];
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  const { stdout, stderr } = await command.stop();

  expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 404, 200, 401, 404]);
  expect(stderr.split('\n').length).toBeGreaterThan(4);
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
