import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anyFault } from './kinds/control.js';
import { almost, anyJson } from './kinds/json.js';
import { createRandom } from './random.js';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
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
  const child = spawn(process.execPath, [cli, '--port', '0', '--log', 'none', `--${flag}`, path], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const kill = setTimeout(() => child.kill('SIGKILL'), longest);
  let [out, err] = ['', ''];
  const ready = new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      out += chunk;
      const [url] = /https?:\/\/\S+/.exec(out) ?? [];
      if (url) resolve(url);
    });
  });
  child.stderr.on('data', (chunk) => (err += chunk));
  try {
    const url = await Promise.race([ready, ended.then(() => undefined)]);
    if (url !== undefined) {
      const [response] = await once(
        get(new URL('/__admin/health', url), { agent: false }),
        'response',
      );
      response.resume();
      const isServed = response.statusCode === 200;
      child.kill('SIGTERM');
      const [code] = await ended;
      if (!isServed)
        return { outcome: 'served', problem: `health is answered with ${response.statusCode}` };
      return {
        outcome: 'served',
        problem: code === 0 ? undefined : `it served, and ended with ${code}: ${err}`,
      };
    }
    const [code, signal] = await ended;
    if (code !== 1 && code !== 2)
      return { outcome: 'refused', problem: `it ended with ${signal ?? code}: ${err}` };
    const [message, ...others] = err.trimEnd().split('\n');
    const isNamed = message.startsWith('pet-catalog-mock: ') && message.includes(path);
    const isShort = others.length === 0 || (others.length === 1 && others[0].startsWith('See '));
    const isWrong =
      !isNamed || !isShort || /\n\s+at |node:internal/.test(err) || message.length > 2000;
    return {
      outcome: 'refused',
      problem: isWrong
        ? `its message is not one line that names the file: ${JSON.stringify(err)}`
        : undefined,
    };
  } finally {
    clearTimeout(kill);
    child.kill('SIGKILL');
  }
}

/**
 * Gives the command files that are wrong in a part, or altogether: it must serve, or say on one line
 * which file it cannot take, without a stack.
 *
 * @param {{ seed: number, count: number, signal: AbortSignal, report: (finding: string) => void }} options
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
