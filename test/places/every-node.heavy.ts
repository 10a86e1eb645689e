import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noOtherNode, otherNode } from '../support/other-node.ts';
import { run } from '../browser/support/run.ts';
import { root } from '../package/support/package.ts';

test.concurrent.for([
  ['18', 'import "pet-catalog-mock";'],
  ['18', 'import "pet-catalog-mock/server";'],
  ['20.10.0', 'import "pet-catalog-mock";'],
  ['20.10.0', 'import "pet-catalog-mock/server";'],
] as const)(
  'on Node %s, where the package does not load, %s ends with what is needed',
  async ([version, code], { skip }) => {
    skip(noOtherNode !== undefined, noOtherNode);
    const node = join(await otherNode(version), 'node');
    const ended = run(node, ['--input-type=module', '--eval', code], { cwd: root });
    await expect(ended).rejects.toThrow(
      /\nError: pet-catalog-mock needs Node 20\.19 or .*; this is Node (?:18|20\.10)\.\d+/,
    );
  },
);
