// Runs Specmatic's contract tests and generated tests against the built server. It needs Java, and
// fetches Specmatic (80 MB) from npm.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../dist/server.js';

const folder = await mkdtemp(join(tmpdir(), 'specmatic-'));
const server = await startServer({ port: 0, log: 'none' });
try {
  const response = await fetch(new URL('/openapi.yaml', server.url));
  await writeFile(join(folder, 'openapi.yaml'), await response.text());
  const child = spawn(
    'npx',
    ['--yes', 'specmatic@2.55.1', 'test', 'openapi.yaml', `--testBaseURL=${server.url}`],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
      env: { ...process.env, SPECMATIC_GENERATIVE_TESTS: 'true' },
    },
  );
  let output = '';
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk);
    output += chunk;
  });
  await once(child, 'close');
  // Its command always exits with 0.
  const isGood = /Tests run: [1-9]\d*, .*Failures: 0, .*Errors: 0/.test(output);
  process.exitCode = isGood ? 0 : 1;
} finally {
  await server.close();
  await rm(folder, { recursive: true });
}
