import { spawn, spawnSync } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { startServer } from '../../src/server.ts';
import { endsWithTheRun } from '../support/at-the-end.ts';
import { folderWith } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';

const here = import.meta.dirname;
const services = join(here, 'services');
const modules = join(here, 'node_modules');
const prism = join(here, '../outside-client/node_modules/@stoplight/prism-cli/dist/index.js');

interface Prepared {
  /** Of this test alone. */
  readonly folder: string;
  readonly port: number;
  /** A file with the OpenAPI document of the mock. */
  readonly document: string;
}

interface OtherService {
  /** Starts it: the program and its arguments. */
  command(prepared: Prepared): Promise<readonly string[]> | readonly string[];
  /** The path of its base URL. Default: `/v2`. */
  readonly path?: string;
  /** Why it cannot run here. */
  readonly missing?: () => string | undefined;
}

const node = process.execPath;

/** Services that know nothing of the mock, but for its OpenAPI document or the service's paths. */
export const otherServices: Readonly<Record<string, OtherService>> = {
  Prism: {
    command: ({ port, document }) => [node, prism, 'mock', document, '--port', String(port)],
    path: '',
  },
  'Scalar mock server': {
    command: ({ port, document }) => [node, join(services, 'scalar.js'), document, String(port)],
    path: '',
  },
  Mockoon: {
    command({ port, document }) {
      const bin = join(modules, '@mockoon/cli/bin/run.js');
      const flags = ['--disable-log-to-file', '--disable-admin-api'];
      return [node, bin, 'start', '--data', document, '--port', String(port), ...flags];
    },
  },
  'json-server': {
    async command({ folder, port }) {
      // It writes to the file.
      const file = join(folder, 'pets.json');
      await copyFile(join(services, 'pets.json'), file);
      const routes = join(services, 'routes.json');
      const bin = join(modules, 'json-server/lib/cli/bin.js');
      return [node, bin, file, '--routes', routes, '--port', String(port), '--quiet'];
    },
  },
  'Express, in 30 lines': {
    command: ({ port }) => [node, join(services, 'naive-express.js'), String(port)],
  },
  FastAPI: {
    command: ({ port }) => [python, join(services, 'fast_api.py'), String(port)],
    missing() {
      const { status } = spawnSync(python, ['-c', 'import fastapi, uvicorn']);
      return status === 0 ? undefined : `${python} has no fastapi and uvicorn`;
    },
  },
};

/** One that has fastapi and uvicorn: they come from pip, which a user of npm need not have. */
const python = process.env['PYTHON'] ?? 'python3';

/** Starts a service until the test is over, and gives its base URL. */
export async function startOther({ command, path = '/v2' }: OtherService): Promise<string> {
  const server = await startServer({ port: 0 });
  const own = await fetch(new URL('/openapi.json', server.url));
  const folder = await folderWith({ 'openapi.json': await own.text() });
  await server.close();
  const document = join(folder, 'openapi.json');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}${path}`;
  const [program, ...args] = await command({ folder, port, document });
  const child = endsWithTheRun(spawn(program!, args, { stdio: 'ignore', cwd: folder }));
  onTestFinished(() => void child.kill('SIGKILL'));
  const headers = { 'X-API-Key': 'test' };
  await expect
    .poll(() =>
      fetch(`${url}/pets`, { headers }).then(
        ({ ok }) => ok,
        () => child.exitCode,
      ),
    )
    .toBe(true);
  return url;
}
