import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');

test.each([
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
])('the compiler says what the fault %s lacks', async (fault, message) => {
  const folder = await mkdtemp(join(tmpdir(), 'pet-catalog-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const entry = JSON.stringify(join(root, 'src/index.ts'));
  await writeFile(
    join(folder, 'fault.mts'),
    `import { createPetCatalog } from ${entry};\ncreatePetCatalog().faults.add(${fault});\n`,
  );
  const options = { typeRoots: [join(root, 'node_modules/@types')] };
  const config = { extends: join(root, 'tsconfig.json'), include: ['fault.mts'] };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ ...config, compilerOptions: options }),
  );
  const compiled = promisify(execFile)(process.execPath, [compiler, '-p', folder]);

  const { stdout } = await compiled.catch((error: { stdout: string }) => error);
  expect(stdout).toContain(message);
});
