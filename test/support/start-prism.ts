import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endsWithTheRun } from './child.ts';

const bin = join(
  import.meta.dirname,
  '../outside-client/node_modules/@stoplight/prism-cli/dist/index.js',
);

/** Prism, standing between a client and a server. */
export interface Prism {
  readonly url: string;
  /** All that it has written so far. */
  output(): string;
  close(): Promise<void>;
}

/**
 * Starts Prism as a validating proxy. What breaks the document is answered with an error, and not
 * only noted.
 *
 * @param upstream Where the service lives.
 * @param flags More flags of `prism proxy`.
 */
export async function startPrism(
  document: object,
  upstream: string,
  flags: readonly string[] = [],
): Promise<Prism> {
  const folder = await mkdtemp(join(tmpdir(), 'prism-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const child = endsWithTheRun(
    spawn(process.execPath, [bin, 'proxy', file, upstream, '--errors', '--port', '0', ...flags], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    }),
  );
  const exited = once(child, 'exit');
  let output = '';

  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };

  try {
    const url = await new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += String(chunk);
        const [, address] = /listening on (http:\/\/[\d.:]+)/.exec(output) ?? [];
        if (address !== undefined) resolve(address);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', () => reject(new Error(`Prism ended before it listened:\n${output}`)));
      child.once('error', reject);
    });
    return { url, output: () => output, close };
  } catch (error) {
    await close();
    throw error;
  }
}
