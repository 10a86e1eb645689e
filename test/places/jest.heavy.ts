import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { prepared } from '../support/prepared.ts';
import { otherNode } from '../support/other-node.ts';
import { patience } from '../support/patience.ts';

const jest = 'node_modules/jest/bin/jest.js';
const patientJest = [`--testTimeout=${patience}`];
const cwd = await prepared('examples/jest');

test.each([
  ['esm', 'esm/pets.test.mjs', 1],
  ['server', 'server/list.test.mjs', 1],
  ['babel', 'babel/pets.test.js', 2],
  ['ts', 'ts/pets.test.ts', 1],
])('the configuration "%s" runs the tests of the example', async (name, file, count) => {
  const output = await run('npm', ['run', `test:${name}`, '--', ...patientJest], { cwd });
  expect(output).toContain(`PASS ${file}`);
  expect(output).toMatch(new RegExp(`^Tests: +${count} passed, ${count} total$`, 'm'));
});

test('the TypeScript test has the right types', async () => {
  await expect(run('npm', ['run', 'types'], { cwd })).resolves.not.toContain('error');
});

const allIgnored = ['--transformIgnorePatterns', '/node_modules/'];

test('on Node 24 the flag is enough for CommonJS tests', async () => {
  const PATH = `${await otherNode(24)}:${process.env['PATH']}`;
  const config = ['--config', 'jest.babel.config.cjs', '--roots', 'babel', ...allIgnored];
  const output = await run('node', ['--experimental-vm-modules', jest, ...config, ...patientJest], {
    cwd,
    env: { PATH },
  });
  expect(output).toContain('PASS babel/pets.test.js');
});

test('a test may start a server itself, for what goes through Express as well', async () => {
  const file = join(cwd, 'esm/server.test.mjs');
  onTestFinished(() => rm(file));
  await writeFile(
    file,
    `import { startServer } from 'pet-catalog-mock/server';
     test('it answers', async () => {
       const server = await startServer({ port: 0, pets: 3 });
       const response = await fetch(server.url + '/pets', { headers: { 'X-API-Key': 'k' } });
       expect(await response.json()).toHaveLength(3);
       await server.close();
     });`,
  );
  expect(await run('npm', ['run', 'test:esm', '--', ...patientJest], { cwd })).toContain(
    'PASS esm/server.test.mjs',
  );
});
