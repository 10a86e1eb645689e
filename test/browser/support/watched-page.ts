import type { BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { newContext } from './browser.ts';

/** A page, with all that goes wrong in it. */
export interface WatchedPage {
  page: Page;
  /** Errors and warnings on the console, errors that nobody caught, and refusals by a policy. */
  problems: string[];
  close(): Promise<void>;
}

export interface WatchedPageOptions extends BrowserContextOptions {
  expected?: (text: string) => boolean;
}

/**
 * Opens a page in a profile of its own.
 *
 * The browser logs each answer of 400 and above as an error. That is no problem of the page's: files
 * that are not there are in the server's `missed`.
 *
 * @param options.expected Whether a message is one that the test brings about.
 */
export async function openWatchedPage({
  expected = () => false,
  ...context
}: WatchedPageOptions = {}): Promise<WatchedPage> {
  const own = await newContext(context);
  const page = await own.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    const { url } = message.location();
    if (message.text().includes('the server responded with a status of')) return;
    if (!expected(message.text())) problems.push(`${message.type()}: ${message.text()} (${url})`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  return { page, problems, close: () => own.close() };
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
