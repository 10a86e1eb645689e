import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { launch } from './launch.js';
import { apiKey } from './requests.js';

const script = fileURLToPath(new URL('../load/pause.js', import.meta.url));

/**
 * Measures from the outside how long one listing of everything keeps another client waiting.
 *
 * @param {import('./rounds.js').Bench} bench
 * @param {import('./rounds.js').Contestant[]} contestants
 * @returns {Promise<{ peer: string, size: number, measured: { round: number, longestMs: number, listMs: number, ownMs: number }[] }[]>}
 *   `longestMs` the longest light request during the listing, `ownMs` the longest delay of the
 *   measuring process itself
 */
export async function timePauses(bench, contestants) {
  const rows = [];
  const asked = [];
  for (const { peer, data } of contestants) {
    if (peer.missing()) continue;
    asked.push({ server: await launch(bench.supervisor, peer, data), id: data.pets[0].id });
    rows.push({ peer: peer.id, size: data.size, measured: [] });
  }
  for (let round = 1; round <= bench.rounds; round += 1) {
    for (const [index, { server, id }] of asked.entries()) {
      const { origin, peer, size } = server;
      const list = `${origin}${peer.root}`;
      const { child, ended } = bench.supervisor.start({
        command: process.execPath,
        args: [script, list, `${list}/${id}`, apiKey],
        core: cpus().length - 1,
        stdout: 'pipe',
      });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
      const end = await ended;
      if (!output.startsWith('{')) throw new Error(`${peer.id}: the listing ${end}`);
      const { longestMs, listMs, ownMs } = JSON.parse(output);
      rows[index].measured.push({ round, longestMs, listMs, ownMs });
      bench.say(`pause ${peer.id} at ${size}, round ${round}: ${longestMs.toFixed(1)} ms`);
    }
  }
  await Promise.all(asked.map(({ server }) => server.stop()));
  return rows;
}
