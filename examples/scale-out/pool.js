// Starts instances of the mock, and nginx in front of them: npm start -- --instances 4 --port 4020
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const command = fileURLToPath(
  new URL('dist/cli.js', import.meta.resolve('pet-catalog-mock/package.json')),
);

/** What this process has started. */
const children = new Set();
process.once('exit', () => {
  for (const child of children) child.kill();
});

function run(program, args, stdout) {
  const child = spawn(program, args, { stdio: ['ignore', stdout, 'inherit'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** @param {number} port 0 for one that the system chooses */
async function startInstance(port, flags) {
  // The same options for each, so that a key has the same fresh catalog wherever it comes to be.
  const args = [command, '--isolate', '--log', 'none', '--port', `${port}`, ...flags];
  const child = run(process.execPath, args, 'pipe');
  const [line] = await Promise.race([
    once(child.stdout.setEncoding('utf8'), 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('an instance has not started'))),
  ]);
  child.stdout.resume();
  const { host, origin } = new URL(/http:\S+/.exec(line)[0]);
  return { child, host, url: origin };
}

async function end(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/** nginx writes its file once it listens. */
async function untilListening(folder, isRunning) {
  while (!existsSync(join(folder, 'nginx.pid'))) {
    if (!isRunning()) throw new Error('nginx has not started');
    await pause(20);
  }
}

/**
 * @param {object} options
 * @param {number} [options.instances] how many, 4 by default
 * @param {number} options.port where nginx listens
 * @param {string} [options.nginx] the program, where it is not on the `PATH`
 * @param {string[]} [options.flags] of the command, the same for each instance
 */
export async function startPool(options) {
  const { instances: count = 4, port, nginx: program = 'nginx', flags = [] } = options;
  const folder = mkdtempSync(join(tmpdir(), 'pet-catalog-pool-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const start = () => startInstance(0, flags);
  const instances = await Promise.all(Array.from({ length: count }, start));
  cpSync(new URL('nginx.conf', import.meta.url), join(folder, 'nginx.conf'));
  mkdirSync(join(folder, 'temp'));
  writeFileSync(join(folder, 'listen.conf'), `listen 127.0.0.1:${port};\n`);

  function nameInstances() {
    // Whether an instance is there is seen at each request, not remembered.
    const lines = instances.map(({ host }) => `server ${host} max_fails=0;\n`);
    writeFileSync(join(folder, 'instances.conf'), lines.join(''));
  }
  nameInstances();

  const args = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  const nginx = run(program, args, 'inherit');
  let isRunning = true;
  nginx.once('error', ({ message }) => {
    isRunning = false;
    console.error(`Cannot start nginx: ${message}; install it, or set NGINX_PATH to the program`);
  });
  nginx.once('exit', () => (isRunning = false));

  async function close() {
    if (isRunning) await end(nginx, 'SIGQUIT');
    await Promise.all(instances.map(({ child }) => end(child, 'SIGTERM')));
  }

  try {
    await untilListening(folder, () => isRunning);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${port}`,
    instances,
    /** Ends an instance as a crash would. */
    kill: (index) => end(instances[index].child, 'SIGKILL'),
    /** Starts it again, empty, where it was. */
    async restart(index) {
      instances[index] = await startInstance(new URL(instances[index].url).port, flags);
    },
    /** Starts one more, and tells nginx. */
    async add() {
      instances.push(await start());
      nameInstances();
      nginx.kill('SIGHUP');
    },
    close,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit());
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        instances: { type: 'string', default: '4' },
        port: { type: 'string', default: '4020' },
      },
    });
    const [count, port] = [values.instances, values.port].map((text) => {
      if (/^[1-9]\d*$/.test(text)) return Number(text);
      throw new Error(`"${text}" must be a whole number above 0`);
    });
    const nginx = process.env.NGINX_PATH;
    const { url } = await startPool({ instances: count, port, nginx, flags: positionals });
    console.log(`${count} instances behind ${url}/v2`);
  } catch ({ message }) {
    console.error(message);
    process.exit(1);
  }
}
