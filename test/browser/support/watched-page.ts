import type { BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { newContext } from './browser.ts';

export interface WatchedPageOptions extends BrowserContextOptions {
  expected?: (text: string) => boolean;
  /** The page is the mock's own: it asks this origin alone, which refuses nothing, and keeps its policy. */
  own?: string;
}

/**
 * Opens a page in a profile of its own.
 *
 * The browser logs each answer of 400 and above as an error. Such messages are ignored; `missed` of the
 * server has the missing files.
 *
 * @param options.expected Returns whether the test expects a message.
 */
export async function openWatchedPage({
  expected = () => false,
  own,
  ...context
}: WatchedPageOptions = {}) {
  const profile = await newContext(context);
  const page = await profile.newPage();
  /** What the test of the page allows. The next test with the page may allow something else. */
  const rules = { expected, own };
  /** Errors and warnings on the console, uncaught errors, and refusals by a policy. */
  const problems: string[] = [];
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    const { url } = message.location();
    const isStatus = message.text().includes('the server responded with a status of');
    if ((!rules.own && isStatus) || rules.expected(message.text())) return;
    problems.push(`${message.type()}: ${message.text()} (${url})`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    const isOwn = !rules.own || origin === rules.own || ['data:', 'blob:'].includes(protocol);
    if (!isOwn) problems.push(`asked another host: ${request.url()}`);
  });
  if (own !== undefined) {
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`policy violated: ${violatedDirective} ${blockedURI}`);
      });
    });
  }
  return { page, rules, problems, close: () => profile.close() };
}

/** Opens an address for the length of a test, which fails when something goes wrong in the page. */
export async function openPage(url: string, options: WatchedPageOptions = {}): Promise<Page> {
  const { page, problems, close } = await openWatchedPage(options);
  onTestFinished(async () => {
    await close();
    if (problems.length > 0) throw new Error(problems.join('\n'));
  });
  await page.goto(url);
  return page;
}
