import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { folderWith } from '../support/folder.ts';
import { prepared } from '../support/prepared.ts';

const project = await prepared('project');

describe('a project without a package that the server loads late', () => {
  const needs = 'and the server needs 2.15 or a later 2, or 3: npm install msw@2';
  const tooNew = `msw 4.0.0 is installed, ${needs}`;

  /** A project with the packages of the installed one, but for msw, which is absent or a stub. */
  async function projectWithMsw(version?: string): Promise<string> {
    const other = await folderWith();
    const from = join(project, 'node_modules');
    const to = join(other, 'node_modules');
    // A linked package resolves its imports at the link's target, so ours is a copy.
    const linked = (await readdir(from)).filter((one) => !/^(?:pet-catalog-mock|msw)$/.test(one));
    await mkdir(to);
    for (const one of linked) await symlink(join(from, one), join(to, one), 'junction');
    await cp(join(from, 'pet-catalog-mock'), join(to, 'pet-catalog-mock'), { recursive: true });
    if (version === undefined) return other;
    const exports = { '.': './index.js', './package.json': './package.json' };
    const msw = await folderWith({
      'package.json': { name: 'msw', version, type: 'module', exports },
      'index.js':
        'export class HttpHandler { info = {}; } export const [http, getResponse, matchRequestUrl] = [{ all: () => ({}) }];',
    });
    await symlink(msw, join(to, 'msw'), 'junction');
    return other;
  }

  test.each([
    ['2.14.6', `msw 2.14.6 is installed, ${needs}`],
    [undefined, `msw is not installed, ${needs}`],
  ])(
    'with msw at %s the command ends with status 1 before it is ready, and says what to install',
    async (version, line) => {
      const cwd = await projectWithMsw(version);
      const args = ['node_modules/pet-catalog-mock/dist/cli.js', '--port', '0'];
      const ended = run(process.execPath, args, { cwd });
      await expect(ended).rejects.toThrow(`ended with 1:\npet-catalog-mock: ${line}\n`);
    },
  );

  test('with msw 3 on a Node that is too old for it they do, too', async () => {
    const cwd = await projectWithMsw('3.0.5');
    const script = `
      import { startServer } from 'pet-catalog-mock/server';
      delete Promise.withResolvers; // Node 20 has none
      await startServer({ port: 0 }).then((server) => server.close()).catch((error) => console.log(error.message));`;
    const output = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd });
    const node = `which needs Node 22.12 or later, and this is Node ${process.versions.node}`;
    expect(output).toBe(`msw 3.0.5 is installed, ${node}: npm install msw@2\n`);
  });

  test('with an msw that is too new startServer and createApp fail with the same line', async () => {
    const cwd = await projectWithMsw('4.0.0');
    const script = `
      import { createPetCatalog } from 'pet-catalog-mock';
      import { createApp, startServer, StartError } from 'pet-catalog-mock/server';
      const say = (error) => console.log(error instanceof StartError, error.message);
      await startServer({ port: 0 }).then((server) => server.close(), say);
      try { createApp(createPetCatalog()); } catch (error) { say(error); }`;
    const output = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd });
    expect(output).toBe(`true ${tooNew}\n`.repeat(2));
  });
});
