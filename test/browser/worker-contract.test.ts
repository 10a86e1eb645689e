import { afterAll, describe, expect, test } from 'vitest';
import { contractCases } from '../contract/cases.ts';
import { dialectCases } from '../contract/dialect-cases.ts';
import { runCaseInPage } from './support/run-case-in-page.ts';
import { openWatchedPage } from './support/watched-page.ts';
import { serveWorkerSite } from './support/worker-site.ts';

const site = await serveWorkerSite();
const watched = await openWatchedPage();
await watched.page.goto(site.url);
await watched.page.evaluate(() => mock.start({ quiet: true }).then(() => undefined));

afterAll(async () => {
  await watched.close();
  await site.close();
});

// No case is left out: a browser's `fetch` can send them all.
describe('the contract in a page, through the service worker', () => {
  test.each([...contractCases, ...dialectCases])('$name', async (one) => {
    expect.hasAssertions();
    await runCaseInPage(watched.page, one);
  });

  test('the console stays free of errors', () => {
    expect(watched.problems).toEqual([]);
  });
});
