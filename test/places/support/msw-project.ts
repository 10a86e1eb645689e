import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../browser/support/run.ts';
import { root } from '../../package/support/package.ts';
import { bundleForNode } from '../../support/bundle-tests.ts';
import { cachedFolder } from '../../support/cached-folder.ts';
import { folderWith } from '../../support/folder.ts';
import { otherNode } from '../../support/other-node.ts';
import { prepared } from '../../support/prepared.ts';

/** The other major of msw. The suite runs with the installed one on each Node. */
export const msw3 = '3.0.5';

const config = `export default {
  test: { include: ['*.test.mjs'], isolate: false, maxWorkers: 1, testTimeout: 600_000, hookTimeout: 600_000 },
};
`;

/** Its folder, which npm brings once. */
async function folderOfMsw3(): Promise<string> {
  const home = await cachedFolder(`msw-${msw3}`, async (cwd) => {
    await writeFile(join(cwd, 'package.json'), '{"private":true}');
    const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];
    await run('npm', ['install', ...flags, `msw@${msw3}`], { cwd });
  });
  return join(home, 'node_modules/msw');
}

/**
 * Runs test files in a project of its own with the package from its tarball and msw 3, with vitest on
 * a Node that msw 3 is for.
 *
 * @returns What vitest has written.
 * @throws Error with that, when a test has failed.
 */
export async function runWithMsw3(files: readonly string[]): Promise<string> {
  const project = await folderWith({ 'package.json': '{"private":true,"type":"module"}' });
  const packages = join(await prepared('project'), 'node_modules');
  const modules = join(project, 'node_modules');
  await mkdir(modules);
  // A linked package resolves its imports at the link's target, so ours is a copy.
  await cp(join(packages, 'pet-catalog-mock'), join(modules, 'pet-catalog-mock'), {
    recursive: true,
  });
  await symlink(await folderOfMsw3(), join(modules, 'msw'));
  await symlink(join(packages, '@faker-js'), join(modules, '@faker-js'));
  for (const name of ['vitest', 'express']) {
    await symlink(join(root, 'node_modules', name), join(modules, name));
  }
  await bundleForNode(files, project);
  await writeFile(join(project, 'vitest.config.mjs'), config);
  return runVitest(project, { EXPECTED_MSW: msw3 });
}

/** Runs this repository's own tests of what users do with msw, with msw 3, on the same Node. */
export async function runOwnWithMsw3(): Promise<string> {
  const own = 'test/places/fixtures/msw-versions/vitest.config.ts';
  return runVitest(root, { OTHER_MSW: await folderOfMsw3() }, '--config', own);
}

async function runVitest(cwd: string, env: Record<string, string>, ...flags: string[]) {
  const node = join(await otherNode(24), 'node');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  return run(node, [vitest, 'run', '--reporter=dot', ...flags], { cwd, env });
}
