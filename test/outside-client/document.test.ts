import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startServer, type PetCatalogServer } from '../../src/server.ts';
import { openApi } from '../support/openapi-checker.ts';
import { generateTypes } from './generate.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const require = createRequire(import.meta.url);

describe('the OpenAPI document, to a stranger', () => {
  let server: PetCatalogServer;
  beforeAll(async () => {
    server = await startServer({ port: 0 });
  });
  afterAll(() => server.close());

  const fetchDocument = async (name: string) =>
    (await fetch(new URL(`/${name}`, server.url))).text();

  test('is served in JSON and in YAML, and names this server', async () => {
    const json = JSON.parse(await fetchDocument('openapi.json')) as object;
    expect(parse(await fetchDocument('openapi.yaml'))).toEqual(json);
    expect(json).toEqual({ ...openApi, servers: [{ ...openApi.servers[0], url: server.url }] });
  });

  test('gives the types that are kept here; if not: npm run generate', async () => {
    const document = JSON.parse(await fetchDocument('openapi.json')) as object;
    const kept = await readFile(join(folder, 'pet-catalog.d.ts'), 'utf8');
    expect(await generateTypes(document)).toBe(kept);
  });
});

test('the client checks by the TypeScript that its generator brings', async () => {
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  const run = promisify(execFile)(process.execPath, [tsc, '-p', folder], { cwd: folder });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});
