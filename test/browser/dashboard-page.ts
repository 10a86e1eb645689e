import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import express from 'express';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { createApp, type ServerOptions } from '../../src/server.ts';
import { complete, key, type CaseRequest } from '../../src/verify/cases/case.ts';
import { listening, startedServer } from '../control/support/started-server.ts';
import { sendHttp } from '../support/send-http.ts';
import { openWatchedPage } from './support/watched-page.ts';

/** How a page is looked at. */
export interface Look {
  width?: number;
  height?: number;
  reducedMotion?: 'reduce';
  isFresh?: boolean;
}

/** The fields that choose which requests are listed. */
export const filters = (page: Page) => page.getByRole('group', { name: 'Filter the requests' });

/** The requests that are listed, the newest first; their addresses; the pane of the one that is open. */
export const rows = (page: Page) =>
  page.getByRole('listbox', { name: 'Requests, the newest first' }).getByRole('option');
export const paths = (page: Page) => rows(page).locator('.path');
export const pane = (page: Page) => page.getByRole('region', { name: 'Request', exact: true });

/** The strip of what is in force. */
export const strip = (page: Page) => page.getByRole('region', { name: 'In force' });

/** Waits until these are the addresses in the list. */
export async function shows(page: Page, ...expected: readonly string[]) {
  await expect.poll(() => paths(page).allInnerTexts()).toEqual(expected);
}

/** Whether an element has the focus. */
export const hasFocus = (one: Locator) =>
  one.evaluate((element) => element === document.activeElement);

export const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true }).click();

/** Presses a button that copies, and gives what it has copied. */
export async function copied(page: Page, name: string): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await press(page, name);
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(read).not.toBe('');
  return read();
}

/** Sends what `fetch` does not send, any method, header and bytes, and gives the status. */
export async function send(origin: string, request: CaseRequest): Promise<number> {
  return (await sendHttp(Number(new URL(origin).port), complete(request))).status;
}

/** Starts a server for the length of a test, with a client that asks it with a key of its own. */
export async function serve(options: ServerOptions = {}) {
  const server = await startedServer(options);
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${server.url}${path}`, {
      ...init,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    });
  return { server, origin: server.origin, call };
}

/** Mounts the app of a catalog in another, at `/mock`, for the length of a test; gives the origin. */
export const serveMounted = async (...app: Parameters<typeof createApp>) =>
  (await listening(express().use('/mock', createApp(...app)))).origin;

type Watched = Awaited<ReturnType<typeof openWatchedPage>>;

/** A page that a test has left, for the next test: a new page takes longer than most tests. */
let spare: Watched | undefined;

/**
 * Opens a page of the mock's for the length of a test.
 *
 * @param look.isFresh Set it if the test adds scripts or routes to the page, which would stay.
 * @param expected What the browser itself logs in the course of the test: a status that was asked for.
 */
export async function openPage(
  address: string,
  { width = 1280, height = 800, reducedMotion, isFresh = false }: Look = {},
  expected: RegExp = /^$/,
): Promise<Page> {
  const own = new URL(address).origin;
  const permissions = ['clipboard-read', 'clipboard-write'];
  const left = isFresh || spare?.page.isClosed() ? undefined : spare;
  if (left) spare = undefined;
  const watched = left ?? (await openWatchedPage({ own, permissions }));
  const { page, rules, problems } = watched;
  Object.assign(rules, { own, expected: (text: string) => expected.test(text) });
  onTestFinished(async () => {
    const found = problems.splice(0);
    if (isFresh || spare || found.length > 0) await watched.close();
    else await leave(watched);
    if (found.length > 0) throw new Error(found.join('\n'));
  });
  await page.setViewportSize({ width, height });
  await page.emulateMedia({
    colorScheme: 'light',
    reducedMotion: reducedMotion ?? null,
    forcedColors: null,
  });
  await page.goto(address);
  return page;
}

/** Leaves a page empty for the next test. */
async function leave(watched: Watched): Promise<void> {
  const { page, rules } = watched;
  spare = watched;
  rules.expected = () => true;
  for (const one of page.context().pages()) if (one !== page) await one.close();
  // Another server may get the same port.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('about:blank');
  watched.problems.length = 0;
}

/** Opens the dashboard and waits until it has read the pets and follows the events. */
export async function openDashboard(
  origin: string,
  look: Look = {},
  { path = '/', expected }: { path?: string; expected?: RegExp } = {},
): Promise<Page> {
  const page = await openPage(`${origin}${path}`, look, expected);
  await page.locator('.app[data-state=live]').waitFor();
  await page.locator('.pets :is(.pet, .empty)').first().waitFor({ state: 'attached' });
  return page;
}

/** Starts a server, and opens its dashboard. */
export async function startDashboard(options: ServerOptions = {}, ...how: DashboardOf) {
  const served = await serve(options);
  return { ...served, page: await openDashboard(served.origin, ...how) };
}
type DashboardOf = Parameters<typeof openDashboard> extends [string, ...infer How] ? How : never;

/** What axe-core finds in the page as it is now, in both schemes. */
export async function findBarriersInBoth(page: Page): Promise<string[]> {
  const barriers: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // What differs between the schemes is all that axe-core makes out by colours.
    const rules = colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined;
    for (const barrier of await findBarriers(page, rules)) {
      barriers.push(`${colorScheme}: ${barrier}`);
    }
  }
  return barriers;
}

/** The widths at which the page, as it is now, does not fit into the window. Leaves it at the last. */
export async function findOverflows(page: Page): Promise<number[]> {
  const overflows: number[] = [];
  for (const width of [320, 360, 390, 768, 1024, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 657 });
    const isOver = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      // A user's own page may have any height.
      const isTall = document.querySelector('#app > .app') && scrollHeight > innerHeight;
      return isTall || scrollWidth > innerWidth;
    });
    if (isOver) overflows.push(width);
  }
  return overflows;
}

/**
 * What axe-core finds, each with where: empty when there is nothing.
 *
 * @param rules Default: all.
 */
export async function findBarriers(page: Page, rules?: readonly string[]): Promise<string[]> {
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    // Evaluated by the browser's debugger, as the page's policy lets no foreign script in.
    await page.evaluate(await readFile(axe, 'utf8'));
  }
  // Half-way through a fade, colours are not yet what they will be.
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
  return page.evaluate(async (only) => {
    const { axe: tool } = globalThis as unknown as { axe: typeof Axe };
    const { violations } = await tool.run({
      resultTypes: ['violations'],
      ...(only && { runOnly: { type: 'rule', values: [...only] } }),
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
  }, rules);
}
