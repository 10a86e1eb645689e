import type { RequestListener } from 'node:http';
import { expect } from 'vitest';
import { listening } from '../../control/support/started-server.ts';

/** What an app answers that has the mock below `/mock`, and `/mock/other` of its own. */
export async function askMounted(app: RequestListener) {
  const { origin } = await listening(app);
  const headers = { 'X-API-Key': 'test', 'Content-Type': 'application/json' };
  const ask = (path: string, init = {}) => fetch(`${origin}/mock${path}`, { headers, ...init });
  const created = await ask('/v2/pets', { method: 'POST', body: '{"name":"Rex"}' });
  return {
    location: created.headers.get('location'),
    pets: ((await (await ask('/v2/pets')).json()) as unknown[]).length,
    info: (await (await ask('/__admin/info')).json()) as unknown,
    docs: (await ask('/__pets/docs')).status,
    other: await (await ask('/other')).text(),
  };
}

export const asMounted = {
  location: expect.stringMatching(/^\/mock\/v2\/pets\/[\da-f-]{36}$/) as string,
  pets: 4,
  info: expect.objectContaining({ basePath: '/mock/v2' }) as object,
  docs: 200,
  other: 'of the app',
};
