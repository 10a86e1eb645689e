import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  JSONReport,
  JSONReportSuite as Suite,
  JSONReportTestResult as Result,
} from '@playwright/test/reporter';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Har, JournalEntry } from '../../src/index.ts';
import { findChromium } from '../browser/support/browser.ts';
import { run } from '../browser/support/run.ts';
import { prepared } from '../support/prepared.ts';

const project = await prepared('examples/playwright');
const chromium = await findChromium();
const env = { ...chromium.env, CHROMIUM_PATH: chromium.path };
await cp(join(import.meta.dirname, 'fixtures/playwright'), project, { recursive: true });

/** Runs Playwright in the example, whether its tests pass or not. */
async function playwright(...args: string[]) {
  const report = join(project, 'test-results.json');
  const output = await run('npx', ['playwright', 'test', '--reporter=json', ...args], {
    cwd: project,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  }).catch(String);
  const { suites } = JSON.parse(await readFile(report, 'utf8')) as JSONReport;
  const all = suites
    .flatMap(specsOf)
    .flatMap(({ title, tests }) => tests.map((one) => ({ title, ...one })));
  return {
    output,
    /** `own-server: the page lists the pets: expected`, for each test. */
    tests: all.map(({ title, projectName, status }) => `${projectName}: ${title}: ${status}`),
    /** The attempts of a test. */
    attemptsAt: (wanted: string) =>
      all.filter(({ title }) => title === wanted).flatMap(({ results }) => results),
    /** How many workers ran the tests of a project. */
    workersOf: (wanted: string) =>
      new Set(
        all
          .filter(({ projectName }) => projectName === wanted)
          .flatMap(({ results }) => results.map(({ workerIndex }) => workerIndex)),
      ).size,
  };
}

function specsOf({ specs, suites = [] }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)];
}

const ofMock = ({ attachments }: Result) =>
  attachments.filter(({ name }) => name.startsWith('pet-catalog'));

function attached({ attachments }: Result, name: string): string {
  const { body } = attachments.find((one) => one.name === name)!;
  return Buffer.from(body!, 'base64').toString();
}

test('the example has no error of types, and the fixtures are not of any type', async () => {
  expect(await run('npx', ['tsc', '-p', 'outcomes'], { cwd: project })).not.toContain('error');
});

test('the example passes with a server for each worker, one for all, a routed page, and msw', async () => {
  const outcome = await playwright('--config', 'patient.config.ts');
  const ofFixtures = [
    'the page lists the pets',
    'the page says that the service is down',
    ...[1, 2, 3].map((count) => `the page adds a pet to ${count}`),
  ];
  const withoutServer = [
    'the page lists the pets',
    'the page says that the connection broke',
    'the page says that it is loading',
    'the page lists the pets',
    'a handler of the test comes before the catalog',
  ];
  const expected = [
    ...ofFixtures.flatMap((title) => [`own-server: ${title}`, `shared-server: ${title}`]),
    ...withoutServer.map((title) => `no-server: ${title}`),
  ].map((name) => `${name}: expected`);
  expect(outcome.tests.toSorted(), outcome.output).toEqual(expected.toSorted());
  // Tests that share a server did not disturb each other.
  expect(outcome.workersOf('shared-server')).toBeGreaterThan(1);
});

describe('tests that fail', () => {
  let outcome: Awaited<ReturnType<typeof playwright>>;
  beforeAll(async () => {
    outcome = await playwright('--config', 'outcomes.config.ts');
  });

  test('fail, and the others pass', () => {
    expect(outcome.tests.toSorted(), outcome.output).toEqual([
      'named-header: an app with a fixed key creates Alba: expected',
      'named-header: an app with a fixed key creates Rex: expected',
      'nobody-there: uses the server of the runner: unexpected',
      'own-server: fails after a create and a fault: unexpected',
      'own-server: fails as it should: expected',
      'own-server: fails without the controls: unexpected',
      'own-server: passes: expected',
      'own-server: runs out of time while a call hangs: unexpected',
      'shared-server: uses the server of the runner: expected',
    ]);
  });

  test('have the journal in the report, as text, JSON and HAR, each attempt its own', () => {
    const attempts = outcome.attemptsAt('fails after a create and a fault');
    expect(attempts).toHaveLength(2);
    for (const attempt of attempts) {
      expect(ofMock(attempt).map(({ name, contentType }) => [name, contentType])).toEqual([
        ['pet-catalog-requests.txt', 'text/plain'],
        ['pet-catalog-journal.json', 'application/json'],
        ['pet-catalog.har', 'application/json'],
      ]);
      expect(attached(attempt, 'pet-catalog-requests.txt')).toMatch(
        /^The catalog's last 2 requests, newest last:\n  POST \/v2\/pets -> 201 \(\d+ ms\)\n  GET \/v2\/pets\?limit=2 -> 503: Service Unavailable \(\d+ ms, by \S+\)\n$/,
      );
      const journal = JSON.parse(attached(attempt, 'pet-catalog-journal.json')) as JournalEntry[];
      expect(journal).toMatchObject([
        { requestBody: '{"name":"Rex"}', status: 201 },
        { status: 503 },
      ]);
      const { log } = JSON.parse(attached(attempt, 'pet-catalog.har')) as Har;
      expect(log.entries.map(({ response }) => response.status)).toEqual([201, 503]);
    }
  });

  test('have it too when they ran out of time, and when they never asked for the controls', () => {
    for (const attempt of outcome.attemptsAt('runs out of time while a call hangs')) {
      expect(attempt.status).toBe('timedOut');
      expect(attached(attempt, 'pet-catalog-requests.txt')).toMatch(
        /^The catalog's only request:\n  GET \/v2\/pets -> no answer \(by \S+\)\n$/,
      );
    }
    for (const attempt of outcome.attemptsAt('fails without the controls')) {
      expect(attached(attempt, 'pet-catalog-requests.txt')).toBe(
        'The catalog has seen no request at all.\n',
      );
    }
  });

  test('have it, and tests that end as expected have not', () => {
    for (const title of ['passes', 'fails as it should', 'uses the server of the runner']) {
      expect(outcome.attemptsAt(title).flatMap(ofMock)).toEqual([]);
    }
  });

  test('say that there is no server at the address', () => {
    const errors = outcome
      .attemptsAt('uses the server of the runner')
      .flatMap((attempt) => attempt.errors.map(({ message }) => message));
    expect(errors[0]).toMatch(
      /The server at http:\/\/127\.0\.0\.1:2 cannot be controlled: .* does not answer: .*ECONNREFUSED.*\. Start one with "npx pet-catalog-mock --isolate"/,
    );
  });
});
