import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../../browser/support/run.ts';
import { installedProject } from '../../package/support/installed-project.ts';
import { manifest, root } from '../../package/support/package.ts';
import { bundleForNode } from '../../support/bundle-tests.ts';
import { folderWith } from '../../support/folder.ts';
import { otherMsw } from '../../support/other-msw.ts';
import { otherNode } from '../../support/other-node.ts';

/** The majors of msw, as they are tried. */
export const mswVersions = { 2: manifest.devDependencies['msw']!, 3: '3.0.5' } as const;

/** Every pair of a Node and an msw that is promised. */
export const pairs = [
  { node: 20, msw: 2 },
  { node: 24, msw: 2 },
  { node: 24, msw: 3 },
] as const;

type Pair = (typeof pairs)[number];

/** A project of its own with the package from its tarball, one copy of msw, and what its tests need. */
async function mswProject(msw: Pair['msw']): Promise<string> {
  const project = await folderWith({ 'package.json': '{"private":true,"type":"module"}' });
  const packages = join(await installedProject(), 'node_modules');
  const modules = join(project, 'node_modules');
  await mkdir(modules);
  // A linked package resolves its imports at the link's target, so ours is a copy.
  await cp(join(packages, 'pet-catalog-mock'), join(modules, 'pet-catalog-mock'), {
    recursive: true,
  });
  const ofProject = msw === 2 ? join(packages, 'msw') : await otherMsw(mswVersions[msw]);
  await symlink(ofProject, join(modules, 'msw'));
  for (const name of ['vitest', 'express']) {
    await symlink(join(root, 'node_modules', name), join(modules, name));
  }
  return project;
}

const config = `export default {
  test: { include: ['*.test.mjs'], isolate: false, maxWorkers: 1, testTimeout: 600_000, hookTimeout: 600_000 },
};
`;

/**
 * Runs test files in such a project, with vitest on a Node.
 *
 * @returns What vitest has written.
 * @throws Error with that, when a test has failed.
 */
export async function runInProject({ node, msw }: Pair, files: readonly string[]): Promise<string> {
  const project = await mswProject(msw);
  await bundleForNode(files, project);
  await writeFile(join(project, 'vitest.config.mjs'), config);
  const bin = await binOf(node);
  const env = {
    EXPECTED_MSW: mswVersions[msw],
    EXPECTED_NODE: `${node}`,
  };
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  return run(join(bin, 'node'), [vitest, 'run', '--reporter=dot'], { cwd: project, env });
}

/** The Node that runs this, where it is the one that is asked for. */
async function binOf(major: number): Promise<string> {
  const own = Number(process.versions.node.split('.')[0]);
  return own === major ? dirname(process.execPath) : otherNode(major);
}
