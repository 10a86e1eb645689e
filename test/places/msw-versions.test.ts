import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installedProject } from '../package/support/installed-project.ts';
import { pairs, runInProject } from './support/msw-project.ts';

const fixtures = join(import.meta.dirname, 'fixtures/msw-versions');
const files = ['contract', 'server', 'suite'].map((name) => join(fixtures, `${name}.test.ts`));

await installedProject();

// The whole table is in msw-versions.heavy.ts.
test.each(pairs)(
  'the packed package keeps its contract on Node $node with msw $msw, in one case of twenty',
  async (pair) => {
    expect(await runInProject(pair, files, 20)).toContain('3 passed (3)');
  },
  120_000,
);
