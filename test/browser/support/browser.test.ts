import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from './browser.ts';

test('the browser opens a page of this machine, runs scripts and draws text', async () => {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<title>Pets</title><p id="text">Rex and Bella</p><p id="space"></p>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());

  const page = await browser.newPage({ viewport: { width: 320, height: 200 } });
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
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await expect(page.goto('http://pets.example/')).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
});

test('CHROMIUM_PATH that names no file is refused', async () => {
  const before = process.env['CHROMIUM_PATH'];
  process.env['CHROMIUM_PATH'] = '/nowhere/chromium';
  onTestFinished(() => {
    if (before === undefined) delete process.env['CHROMIUM_PATH'];
    else process.env['CHROMIUM_PATH'] = before;
  });
  await expect(launchBrowser()).rejects.toThrow('CHROMIUM_PATH names no file: /nowhere/chromium');
});
