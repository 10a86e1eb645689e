import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProbedServer } from '../lib/probed-server.js';
import { createControl } from './control.js';
import { anyFault } from './kinds/control.js';
import { almost, anyJson } from './kinds/json.js';
import { createRandom } from './random.js';

/** How long the command may take to serve or to refuse, in ms. */
const longest = 30_000;

const pets = [{ name: 'Alba', tag: 'dog', id: 'alba' }, { name: 'Bruno' }];

/** Files that the command takes, by its flags. */
const files = {
  fixtures: (random) =>
    random.chance(0.7)
      ? pets
      : { version: 1, seed: 1, nextId: 0, nextFault: 0, pets: [], faults: [], calls: 0 },
  scenarios: (random) => ({
    one: { description: 'One', pets: 3, seed: 1, delay: 1, faults: [anyFault(random)] },
    two: { fixtures: pets },
  }),
  config: (random) => ({
    pets: 3,
    seed: 1,
    baseUrl: '/v2',
    delay: { min: 0, max: 1 },
    apiKeys: ['k'],
    isolate: random.pick([false, true, 'X-Tenant']),
    maxPets: 50,
    cors: random.pick(['*', false, ['https://a.example']]),
    journalSize: 10,
    scenario: random.pick(['empty', null]),
    log: 'none',
    admin: true,
    locale: 'en',
  }),
};

/** What the command makes of one file, in words where it is wrong. */
async function tryFile(flag, path) {
  const args = ['--log', 'none', `--${flag}`, path];
  const server = await startProbedServer(args, { timeout: longest }).catch(String);
  if (typeof server === 'string')
    return { outcome: 'refused', problem: findOddRefusal(server, path) };
  const control = createControl({ port: server.port, isTls: false, mount: '' });
  const problem = await control.ask('GET /__admin/health').then(
    ([{ status }]) => (status === 200 ? undefined : `health is answered with ${status}`),
    (error) => error.message,
  );
  control.close();
  const [code] = await server.stop();
  const end = code === 0 ? undefined : `it served, and ended with ${code}: ${server.output()}`;
  return { outcome: 'served', problem: problem ?? end };
}

/** What is wrong with how the command has refused a file: that is one line that names it. */
function findOddRefusal(end, path) {
  const [, message] = /^Error: ended with [12]: (.*)\n(?:See .*\n)?$/.exec(end) ?? [];
  const isRight =
    message?.startsWith('pet-catalog-mock: ') && message.includes(path) && message.length <= 2000;
  return isRight && !/node:internal/.test(message)
    ? undefined
    : `it is not refused in one line that names the file: ${JSON.stringify(end)}`;
}

/**
 * Gives the command files that are wrong in a part, or altogether: it must serve, or say on one line
 * which file it cannot take, without a stack.
 *
 * @returns {Promise<Record<string, number>>} how many were served and refused
 */
export async function fuzzFiles({ seed, count, signal, report }) {
  const folder = await mkdtemp(join(tmpdir(), 'pet-catalog-files-'));
  const outcomes = {};
  let next = 0;
  async function work() {
    while (next < count && !signal.aborted) {
      const number = next++;
      const random = createRandom(seed, -1 - number);
      const flag = random.pick(Object.keys(files));
      const text = random.chance(0.8) ? almost(random, files[flag](random)) : anyJson(random);
      const path = join(folder, `file-${number}.json`);
      await writeFile(path, Buffer.from(text, 'latin1'));
      const { outcome, problem } = await tryFile(flag, path);
      outcomes[`${flag}, ${outcome}`] = (outcomes[`${flag}, ${outcome}`] ?? 0) + 1;
      if (problem)
        report(
          `Finding: seed ${seed}, file ${number}: --${flag} with ${JSON.stringify(text).slice(0, 2000)}\n  ${problem}`,
        );
    }
  }
  await Promise.all([work(), work()]);
  await rm(folder, { recursive: true });
  return outcomes;
}
