import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../browser/support/run.ts';
import { otherNode } from '../support/other-node.ts';
import { describeGeneratedClients } from './support/generated-clients.ts';

describeGeneratedClients('of the example, which run on Node 20', async () => ({}));

describeGeneratedClients('of the newest versions, on Node 22', async (cwd) => {
  const env = { PATH: `${await otherNode(22)}:${process.env['PATH']}` };
  const newest = ['@hey-api/openapi-ts@0.99.0', 'orval@8.38.0'];
  await run('npm', ['install', '--save-dev', '--ignore-scripts', ...newest], { cwd, env });
  // From version 8 on, orval's fetch client encodes what goes into a path.
  const file = join(cwd, 'test/orval.test.ts');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace("getPet('nobody')", "getPet('no/body')"));
  return { env };
});
