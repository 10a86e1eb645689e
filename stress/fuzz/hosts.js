import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProbedServer } from '../lib/probed-server.js';
import { createControl } from './control.js';

export const fixtures = [
  { name: 'Alba', tag: 'dog', id: 'alba' },
  { name: 'Bruno', id: 'bruno' },
  { name: 'Slash', tag: 'x', id: 'a/b' },
];
/** Small, so that answers are short and limits are met. */
export const limits = { maxPets: 40, maxBodyBytes: 4096, journalSize: 30 };

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Starts the servers that are compared, by groups. */
export async function startHosts(groups) {
  const folder = await mkdtemp(join(tmpdir(), 'pet-catalog-fuzz-'));
  const at = (name) => join(folder, name);
  await writeFile(at('pets.json'), JSON.stringify(fixtures));
  const pem = await readFile(file('../../test/control/support/self-signed.ts'), 'utf8');
  const [cert, key] = pem.match(/-----BEGIN[^`]+/g);
  await Promise.all([writeFile(at('cert.pem'), cert), writeFile(at('key.pem'), key)]);

  const options = {
    fixtures: at('pets.json'),
    log: 'none',
    'max-pets': limits.maxPets,
    'max-body-bytes': limits.maxBodyBytes,
    'journal-size': limits.journalSize,
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const tls = ['--tls-cert', at('cert.pem'), '--tls-key', at('key.pem')];
  const app = { script: file('mounted-app.js') };
  const all = {
    plain: [
      ['fast lane', args],
      ['no fast lane', [...args, '--no-fast-lane']],
    ],
    tls: [
      ['TLS', [...args, ...tls]],
      ['TLS, no fast lane', [...args, ...tls, '--no-fast-lane']],
    ],
    mounted: [
      ['in Express', [], app],
      ['in connect', ['--connect'], app],
    ],
  };

  async function start(group, [name, given, script]) {
    const process = await startProbedServer(given, script);
    const server = {
      name,
      port: process.port,
      isTls: group === 'tls',
      mount: group === 'mounted' ? '/mock' : '',
    };
    const control = createControl(server);
    return { ...server, control, ping: control.ping, process };
  }
  const hosts = Object.fromEntries(
    await Promise.all(
      groups.map(async (group) => [
        group,
        await Promise.all(all[group].map((one) => start(group, one))),
      ]),
    ),
  );
  const running = Object.values(hosts).flat();
  // The first request of the kind loads Express and msw, for some 0.3 s each, which is no news.
  for (const { control } of running) await control.ask('GET /__admin/snapshot');
  return {
    hosts,
    async close() {
      for (const { control } of running) control.close();
      await Promise.all(running.map(({ process }) => process.stop()));
      await rm(folder, { recursive: true });
    },
  };
}
