import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../src/server.ts';
import { endsWithTheRun } from '../support/child.ts';

const vitest = join(
  dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
);

test('four vitest workers in parallel, each with its key, do not see each other', async () => {
  const server = await startServer({ port: 0, isolate: true });
  try {
    const { code, output } = await runSuites(server.url);
    expect(code, output).toBe(0);
    expect(output).toMatch(/Test Files\s+4 passed/);
    expect(output).toMatch(/Tests\s+140 passed/);
    // All of it went to catalogs of their own.
    expect(server.catalog.requests.count()).toBe(0);
    expect(server.catalog.pets.count()).toBe(25);
  } finally {
    await server.close();
  }
});

function runSuites(url: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const { VITEST: _vitest, ...environment } = process.env;
    const child = endsWithTheRun(
      spawn(process.execPath, [vitest, 'run'], {
        cwd: join(import.meta.dirname, 'suites'),
        env: { ...environment, PET_CATALOG_URL: url, NO_COLOR: '1', FORCE_COLOR: '0' },
      }),
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
