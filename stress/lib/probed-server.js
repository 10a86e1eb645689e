import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const probe = new URL('probe.js', import.meta.url).href;

/**
 * Starts a server in a process of its own, whose heap, descriptors and event loop can be asked for.
 *
 * @param {string[]} args of the command, `--port 0` added
 * @param {object} [options]
 * @param {string} [options.script] what is run, in place of the command; it prints its URL first
 */
export async function startProbedServer(args, { script = file('../../dist/cli.js') } = {}) {
  const flags = ['--expose-gc', '--import', probe];
  const child = spawn(process.execPath, [...flags, script, '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = once(child, 'close');
  ended.catch(() => {});
  let output = '';
  const url = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        // Enough to see what went wrong: a log of a million requests would fill the memory.
        output = (output + chunk).slice(-64 * 1024);
        const [found] = /https?:\/\/\S+/.exec(output) ?? [];
        if (found) resolve(found);
      });
    }
    ended.then(([code]) => reject(new Error(`ended with ${code}: ${output}`)), reject);
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  return {
    port: Number(new URL(url).port),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    /** The end of what it has written. */
    output: () => output,
    /**
     * What it holds after a garbage collection, and the delay of its event loop since the last
     * sample: MB (2^20), descriptors (Linux only), ms.
     */
    async sample() {
      child.send('sample');
      const [answer] = await once(child, 'message');
      return answer;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
    },
  };
}
