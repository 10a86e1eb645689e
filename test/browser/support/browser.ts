import { existsSync } from 'node:fs';
import { win32 } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { npmChromium } from './npm-chromium.ts';

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

/**
 * Starts a headless Chromium with a profile of its own that `close()` removes: the one that
 * `CHROMIUM_PATH` names, else a system one, else the one that npm has installed.
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
  return chromium.launch({
    executablePath: path,
    env: { ...process.env, ...env },
    headless: true,
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
}

export async function findChromium(): Promise<{ path: string; env?: Record<string, string> }> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names no file: ${named}`);
    return { path: named };
  }
  const path = systemChromiums.find((candidate) => existsSync(candidate));
  return path ? { path } : npmChromium();
}
