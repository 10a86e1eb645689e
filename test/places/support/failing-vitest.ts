import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonTestResults } from 'vitest/node';
import { run } from '../../browser/support/run.ts';
import { patientVitest } from '../../support/patience.ts';

/** What each test of `failing-tests` says as it fails: its errors' messages, by its name. */
export type Failures = Readonly<Record<string, string[]>>;

/** Tests that fail, each in a way of its own, and one that must not. */
const failingTests = `
import { aroundEach, expect } from 'vitest';
import { test } from 'pet-catalog-mock/vitest';
import { addPet, petNames } from '../src/api.ts';

aroundEach((runTest) => runTest());

const secret = 'not-to-be-shown';

test('an assertion', async ({ catalog }) => {
  catalog.faults.add({ operation: 'createPet', status: 507 });
  await addPet('Rex', { url: 'https://pets.example/v2', headers: { 'X-API-Key': secret } });
  await petNames();
  expect({ is: [1] }).toEqual({ is: [2] });
});
test('many requests', async () => {
  for (let count = 0; count < 12; count++) await petNames();
  expect(1).toBe(2);
});
test('a retry', { retry: 1 }, async () => {
  await petNames();
  expect(1).toBe(2);
});
test('soft assertions', async () => {
  await petNames();
  expect.soft(1).toBe(2);
  expect.soft(3).toBe(4);
});
test('a timeout', { timeout: 300 }, async ({ catalog }) => {
  catalog.faults.add({ network: 'hang' });
  await petNames();
});
test('another service', () => fetch('https://other.example/'));
test('another path', async () => {
  await fetch('https://pets.example/v2/animals').catch(() => {});
  await petNames();
  expect(1).toBe(2);
});
test('no request', () => expect(1).toBe(2));
test('refusals', async () => {
  await fetch('https://pets.example/v2/pets', { method: 'POST', headers: { 'X-API-Key': 'k', 'Content-Type': 'application/json' }, body: '{}' });
  await fetch('https://pets.example/v2/pets');
  await fetch('https://pets.example/v2/pets/rex', { headers: { 'X-API-Key': 'k' } });
  expect(1).toBe(2);
});
test('too early', async ({ catalog }) => {
  const added = addPet('Rex');
  try {
    catalog.requests.verify({ operation: 'createPet' });
  } finally {
    await added;
  }
});
test('a lost answer', async ({ catalog }) => {
  catalog.faults.add({ operation: 'createPet', network: 'reset', phase: 'after' });
  await addPet('Rex').catch(() => {});
  expect(catalog.pets.list().at(-1).id).toBe('rex');
});
test('the server of the run', async ({ catalogServer }) => {
  await petNames(catalogServer);
  expect(1).toBe(2);
});
test('both', async ({ catalogServer }) => {
  await petNames(catalogServer);
  await addPet('Rex');
  expect(1).toBe(2);
});
const quiet = test.extend('catalogOptions', { journalSize: 0 });
quiet('no journal', () => expect(1).toBe(2));
const apart = test.extend('catalogOptions', { isolate: true });
apart('keys apart', async () => {
  await petNames();
  expect(1).toBe(2);
});
test('meant to fail', { fails: true }, () => expect(1).toBe(2));
test('the next', async () => expect(await petNames()).toHaveLength(25));
`;

/**
 * Runs tests that fail in a copy of the example.
 *
 * @returns What each said, and what a person saw.
 */
export async function runFailingTests(
  project: string,
  env: Record<string, string> = {},
): Promise<{ failures: Failures; output: string }> {
  await writeFile(join(project, 'tests/failing.test.ts'), failingTests);
  const file = join(project, 'failures.json');
  const flags = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const output = await run('npx', ['vitest', 'run', 'failing', ...flags, ...patientVitest], {
    cwd: project,
    env,
  }).then(
    () => Promise.reject(new Error('The run should have failed')),
    (error: Error) => error.message,
  );
  const { testResults } = JSON.parse(await readFile(file, 'utf8')) as JsonTestResults;
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed');
  const failures = Object.fromEntries(
    failed
      // vitest 4 has no message in the stack of a timeout, and JSON has the stack alone.
      .filter(({ title }) => title !== 'a timeout')
      .map(({ title, failureMessages }) => [title, failureMessages!.map(withoutFrames)]),
  );
  return { failures, output };
}

/** Times differ, and where a test lies. */
function withoutFrames(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => !/^ {4}at /.test(line))
    .join('\n')
    .replaceAll(/\d+ ms/g, 'N ms')
    .replaceAll(/[0-9a-f]{8}-[-0-9a-f]{27}/g, 'ID');
}

const list = '  GET /v2/pets?limit=100 -> 200 (N ms)';
const one = 'AssertionError: expected 1 to be 2 // Object.is equality';

/** What they should say. */
export const expectedFailures: Failures = {
  'an assertion': [
    'AssertionError: expected { is: [ 1 ] } to deeply equal { is: [ 2 ] }\n\n' +
      "The mock's last 2 requests, newest last:\n" +
      `  POST /v2/pets -> 507: the catalog is full: it holds 25 pets and takes no more (N ms, by fault-1)\n${list}`,
  ],
  'many requests': [
    [one, '', "The mock's last 10 of 12 requests, newest last:", ...Array(10).fill(list)].join(
      '\n',
    ),
  ],
  'a retry': Array<string>(2).fill(`${one}\n\nThe mock's only request:\n${list}`),
  'soft assertions': [
    one,
    `AssertionError: expected 3 to be 4 // Object.is equality\n\nThe mock's only request:\n${list}`,
  ],
  'another service': [
    'InternalError: [MSW] Cannot bypass a request when using the "error" strategy for the ' +
      '"onUnhandledRequest" option.\n\nThe mock has seen no request at all.\n' +
      'Requests that went past the mock, which answers */v2 (the option "baseUrl"):\n' +
      '  GET https://other.example/',
  ],
  'another path': [
    `${one}\n\nThe mock's only request:\n${list}\n` +
      'Requests that went past the mock, which answers */v2 (the option "baseUrl"):\n' +
      '  GET https://pets.example/v2/animals: the closest path is /v2/pets',
  ],
  'no request': [
    `${one}\n\nThe mock has seen no request at all.\n` +
      'If the test sends requests, msw does not see them:\n' +
      '  A client that keeps the fetch it finds, as openapi-fetch does, was created before the interception began.\n' +
      '    Add "pet-catalog-mock/vitest/setup" to "setupFiles", or give it fetch: (request) => fetch(request).\n' +
      "  npm's own undici is never intercepted: use the global fetch.",
  ],
  refusals: [
    `${one}\n\nThe mock's last 3 requests, newest last:\n` +
      '  POST /v2/pets -> 400: the body lacks the field "name" (N ms)\n' +
      '  GET /v2/pets -> 401: no X-API-Key was sent (N ms)\n' +
      '  GET /v2/pets/rex -> 404: Pet not found (N ms)',
  ],
  'too early': [
    'VerificationError: Expected at least 1 request (operation createPet), but saw 0. ' +
      'No request at all has been seen.\n\n' +
      "The mock's only request:\n  POST /v2/pets -> 201 (N ms)\n" +
      'The request came after this check: wait for it, with await catalog.requests.waitFor(...).',
  ],
  'a lost answer': [
    "AssertionError: expected 'ID' to be 'rex' // Object.is equality\n\n" +
      "The mock's only request:\n" +
      '  POST /v2/pets -> no answer: createPet created "ID", and that answer was lost (N ms, by fault-1)',
  ],
  'the server of the run': [`${one}\n\nThe server's only request:\n${list}`],
  both: [
    `${one}\n\nThe server's only request:\n${list}\n\n` +
      "The mock's only request:\n  POST /v2/pets -> 201 (N ms)",
  ],
  'no journal': [
    `${one}\n\nThe mock's requests cannot be shown: The journal is off: "journalSize" is 0, so ` +
      'there are no requests to read or wait for',
  ],
  'keys apart': [`${one}\n\nThe mock's only request:\n${list}`],
};

/** What a person should see below the timeout. */
export const timeoutReport =
  /Test timed out in 300ms\.\n.*\n\nThe mock's only request:\n  GET \/v2\/pets\?limit=100 -> no answer \(by fault-1\)\n/;
