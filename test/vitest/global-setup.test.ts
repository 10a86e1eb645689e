import { expect, test } from 'vitest';
import { createControl } from '../../src/client/index.ts';
import { createGlobalSetup, setup } from '../../src/vitest/global-setup.ts';
import type { RunServer } from '../../src/vitest/index.ts';

/** What the workers of a run are given. */
async function started(globalSetup: typeof setup) {
  let server: RunServer | undefined;
  const stop = await globalSetup({ provide: (_key, value) => void (server = value) });
  return { server: server!, stop };
}

test('starts a server for the run, and stops it after it', async () => {
  const { server, stop } = await started(setup);
  const control = createControl({ url: server.url });
  expect(server.header).toBe('X-API-Key');
  expect(await control.info()).toMatchObject({ isolate: true });
  await stop();
  await expect(control.health()).rejects.toThrow('127.0.0.1');
});

test('takes the options of the server', async () => {
  const options = { pets: 3, isolate: 'X-Test-Id', adminToken: 'secret', apiKeys: ['fixed'] };
  const { server, stop } = await started(createGlobalSetup(options));
  expect(server).toMatchObject({ header: 'X-Test-Id', token: 'secret' });
  const { url, token } = server;
  const headers = { 'X-Test-Id': 'one' };
  expect(await createControl({ url, token, headers }).pets.count()).toBe(3);
  await stop();
});

test.each([
  [{ isolate: false }, `Option "isolate" of a global set-up must be true or a header's name`],
  [{ admin: false }, 'Option "admin" of a global set-up must be true'],
  [
    { apiKeys: ['fixed'] },
    'Option "apiKeys" of a global set-up must be left out, as each worker is told by its key, unless ' +
      '"isolate" names a header',
  ],
])('refuses %j, because each worker needs its own catalog', (options, message) => {
  expect(() => createGlobalSetup(options)).toThrow(message);
});
