import { existsSync } from 'node:fs';
import { win32 } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
} from 'playwright-core';
import { atTheEnd } from '../../support/at-the-end.ts';
import { patience } from '../../support/patience.ts';
import { hasNpmChromium, npmChromium } from './npm-chromium.ts';

const systemChromiums = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const folder = process.env[variable];
    return ['Chromium', 'Google\\Chrome'].flatMap((name) =>
      folder === undefined ? [] : win32.join(folder, name, 'Application\\chrome.exe'),
    );
  }),
];

let shared: Promise<Browser> | undefined;

/**
 * Returns the browser that all tests of a worker share. It starts with the first test that asks, starts
 * again after a crash, and ends with the worker. Tests leave nothing in it (`newContext`).
 */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser().then((browser) =>
    browser.once('disconnected', () => (shared = undefined)),
  );
  return shared;
}

/** Opens a profile in the shared browser, for its opener to close. */
export async function newContext(options?: BrowserContextOptions): Promise<BrowserContext> {
  const browser = await sharedBrowser();
  const context = await browser.newContext(options);
  context.setDefaultTimeout(patience);
  return context;
}

/**
 * Starts a headless Chromium with a profile of its own, for what `sharedBrowser` is not fit for. It
 * ends with `close()`, at the latest with the process, and its profile goes with it.
 *
 * It reaches this machine alone: every other host name is not found.
 *
 * @example
 * const browser = await launchBrowser();
 * onTestFinished(() => browser.close());
 *
 * @throws Error when `CHROMIUM_PATH` names no file, or there is no Chromium for this platform.
 */
export async function launchBrowser(): Promise<Browser> {
  const { path, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath: path,
    env: { ...process.env, ...env },
    headless: true,
    timeout: patience,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      '--font-render-hinting=none',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  });
  browser.once(
    'disconnected',
    atTheEnd(() => browser.close()),
  );
  return browser;
}

/**
 * Finds the Chromium for tests: `CHROMIUM_PATH`, else npm's, else an installed one.
 */
export async function findChromium(): Promise<{ path: string; env?: Record<string, string> }> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names no file: ${named}`);
    return { path: named };
  }
  if (hasNpmChromium) return npmChromium();
  const path = systemChromiums.find((candidate) => existsSync(candidate));
  if (path === undefined) {
    throw new Error(
      'No Chromium found. Install Chromium or Chrome, or set CHROMIUM_PATH: the one that npm brings is for Linux on x64',
    );
  }
  return { path };
}
