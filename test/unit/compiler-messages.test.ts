import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { root } from '../package/support/package.ts';
import { folderWith } from '../support/folder.ts';

const compiler = join(root, 'node_modules/typescript/bin/tsc');

const faults: [fault: string, message: string][] = [
  [
    '{}',
    "Argument of type '{}' is not assignable to parameter of type 'FaultWithDelay | FaultWithHold | FaultWithNetwork | FaultWithStatus'.",
  ],
  [
    '{ delay: { min: 1 } }',
    "Property 'max' is missing in type '{ min: number; }' but required in type 'DelayRange'.",
  ],
  [
    '{ delay: { p99: 1 } }',
    "Property 'p50' is missing in type '{ p99: number; }' but required in type 'DelayPercentiles'.",
  ],
  ['{ error: "x" }', "Property 'status' is missing"],
];

test('the compiler says what a fault lacks', async () => {
  const compilerOptions = { typeRoots: [join(root, 'node_modules/@types')] };
  const extended = join(root, 'tsconfig.json');
  const calls = faults.map(([fault]) => `faults.add(${fault});`);
  const entry = JSON.stringify(join(root, 'src/index.ts'));
  const folder = await folderWith({
    'fault.mts': `import { createPetCatalog } from ${entry};
const { faults } = createPetCatalog();
${calls.join('\n')}
`,
    'tsconfig.json': { extends: extended, include: ['fault.mts'], compilerOptions },
  });
  const compiled = run(process.execPath, [compiler, '-p', folder], { cwd: folder });

  for (const [, message] of faults) await expect(compiled).rejects.toThrow(message);
});
