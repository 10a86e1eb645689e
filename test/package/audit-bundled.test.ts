import { json } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { expect, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { listening } from '../control/support/started-server.ts';
import { folderWith } from '../support/folder.ts';
import { prepared } from '../support/prepared.ts';
import { manifest, root } from './support/package.ts';

const path = '/-/npm/v1/security/advisories/bulk';

/** npm keeps what it has made of an advisory, so it gets a cache of its own. */
async function audit(service: string): Promise<string> {
  await prepared('dist');
  const cache = await folderWith();
  return run(process.execPath, ['scripts/audit-bundled.js'], {
    cwd: root,
    env: { npm_config_registry: `${service}/`, npm_config_cache: cache },
  });
}

/** A service with these advisories, by the names of packages, and what it was asked about. */
async function serviceWith(advisories: object) {
  const asked: Record<string, string[]> = {};
  const { origin } = await listening(async (request, response) => {
    if (request.url !== path) return void response.writeHead(404).end('{}');
    Object.assign(asked, await json(request.pipe(createGunzip())));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(advisories));
  });
  return { service: origin, asked };
}

const advisory = (severity: string) => ({
  id: 1,
  url: 'https://advisories.example/1',
  title: 'A leash that opens',
  severity,
  vulnerable_versions: '<99',
  cwe: [],
  cvss: { score: 0 },
});

test('the service is asked about what is bundled, and about nothing else', async () => {
  const { service, asked } = await serviceWith({});

  expect(await audit(service)).toMatch(/^npm audit of \d{2,} bundled packages: nothing found\n$/);
  expect(asked).toMatchObject({
    express: [manifest.devDependencies['express']],
    'swagger-ui-dist': [expect.any(String)],
    accepts: [expect.any(String)],
  });
  expect(Object.keys(asked).filter((name) => ['vitest', 'msw'].includes(name))).toEqual([]);
});

test.each(['high', 'critical'])('an advisory of level %s is a failure', async (severity) => {
  const { service } = await serviceWith({ express: [advisory(severity)] });
  const line = `  ${severity}: express <99: A leash that opens \\(https://advisories.example/1\\)`;
  const report = new RegExp(`ended with 1:\n.*bundled packages: 1 found\n${line}\n`);
  await expect(audit(service)).rejects.toThrow(report);
});

test('an advisory of a lower level is told, and no failure', async () => {
  const { service } = await serviceWith({ express: [advisory('moderate')] });
  expect(await audit(service)).toContain(': 1 found\n  moderate: express <99: A leash that opens');
});

test('where the service is not there, that is said, and is no failure', async () => {
  expect(await audit('http://127.0.0.1:1')).toMatch(
    /^npm audit of \d+ bundled packages could not reach the service: .*ECONNREFUSED.*; not checked\n$/,
  );
});
