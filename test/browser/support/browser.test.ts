import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findChromium, newContext, sharedBrowser } from './browser.ts';
import { hasNpmChromium } from './npm-chromium.ts';

async function openPage(options?: Parameters<typeof newContext>[0]) {
  const context = await newContext(options);
  onTestFinished(() => context.close());
  return context.newPage();
}

/** Sets `CHROMIUM_PATH` for the length of a test. */
function setPath(path: string): void {
  const before = process.env['CHROMIUM_PATH'];
  process.env['CHROMIUM_PATH'] = path;
  onTestFinished(() => {
    if (before === undefined) delete process.env['CHROMIUM_PATH'];
    else process.env['CHROMIUM_PATH'] = before;
  });
}

test('the browser opens a page of this machine, runs scripts and draws text', async () => {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<title>Pets</title><p id="text">Rex and Bella</p><p id="space"></p>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());

  const page = await openPage({ viewport: { width: 320, height: 200 } });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);

  expect(await page.title()).toBe('Pets');
  expect(await page.evaluate('isSecureContext && "serviceWorker" in navigator')).toBe(true);
  const width = await page.evaluate(
    'getComputedStyle(document.body).fontFamily && (() => { const range = document.createRange(); range.selectNodeContents(document.querySelector("#text")); return range.getBoundingClientRect().width; })()',
  );
  expect(width).toBeGreaterThan(20);
  const drawn = await page.screenshot();
  await page.evaluate('document.querySelector("#text").style.visibility = "hidden"');
  expect(drawn.equals(await page.screenshot())).toBe(false);
});

test('the browser finds no other host', async () => {
  const page = await openPage();
  await expect(page.goto('http://pets.example/')).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
});

test('all tests of a worker have one browser, and another when it is gone', async () => {
  const [first, same] = await Promise.all([sharedBrowser(), sharedBrowser()]);
  expect(same).toBe(first);
  await first.close();
  const next = await sharedBrowser();
  expect([next === first, next.isConnected()]).toEqual([false, true]);
});

test.runIf(hasNpmChromium)(
  'the browser is the one that npm brings, whatever is installed',
  async () => {
    setPath('');
    expect((await findChromium()).path).toContain('node_modules');
  },
);

test('CHROMIUM_PATH names another one', async () => {
  setPath(process.execPath);
  expect(await findChromium()).toEqual({ path: process.execPath });
});

test('CHROMIUM_PATH that names no file is refused', async () => {
  setPath('/nowhere/chromium');
  await expect(findChromium()).rejects.toThrow('CHROMIUM_PATH names no file: /nowhere/chromium');
});
