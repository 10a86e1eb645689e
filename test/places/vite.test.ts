import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { served } from '../browser/support/served.ts';
import { openPage } from '../browser/support/watched-page.ts';
import { prepared } from '../support/prepared.ts';
import { editFile } from './support/edit-file.ts';

const project = await prepared('examples/vite');

const edit = (path: string, from: string, to: string) => editFile(join(project, path), from, to);

test('in development the page has its service, and takes updates without a reload', async () => {
  const vite = join(project, '../node_modules/vite/bin/vite.js');
  const args = ['--host', '127.0.0.1', '--port', '0'];
  const ready = /Pets: +(http:\S+)\/v2, dashboard: http:\S+\/__pets\/\n/;
  const page = await openPage(await served(vite, args, { cwd: project }, ready));
  await page.getByRole('heading', { name: 'Second Chance' }).waitFor();
  await expect.poll(() => page.locator('li').count()).toBe(5);
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
  await edit('src/main.ts', '= shelter.name', '= `At ${shelter.name}`');
  await page.getByRole('heading', { name: 'At Second Chance' }).waitFor();
  expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(true);
});

test('its types fit the types of Vite', async () => {
  await edit('vite.config.ts', 'pets: 5', "pets: 'five'");
  const problems = await run('npm', ['run', 'types'], { cwd: project }).then(() => '', String);
  expect(problems.match(/error TS.*/g)).toEqual([expect.stringMatching(/TS2322.*number/)]);
});
