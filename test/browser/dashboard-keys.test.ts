import { expect, test } from 'vitest';
import { openDashboard, press, rows, serve, type Look } from './dashboard-page.ts';

/** Opens the dashboard of a server that has had four requests: `/pets/4` is the newest. */
async function start(look?: Look) {
  const served = await serve({ pets: 60 });
  for (const id of [1, 2, 3, 4]) await served.call(`/pets/${id}`);
  const page = await openDashboard(served.origin, look);
  await rows(page).nth(3).waitFor({ state: 'attached' });
  return { ...served, page, key: (keys: string) => page.keyboard.press(keys) };
}

test.each([
  ['Linux x86_64', 'Ctrl Z', 'Control+z'],
  ['MacIntel', '⌘ Z', 'Meta+z'],
])('on %s, %s undoes, but not in a field', async (platform, name, keys) => {
  const { server, page, key } = await start({ width: 1440 });
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, 'platform', { value });
  }, platform);
  await page.reload();
  server.catalog.faults.add({ status: 503 });
  await press(page.getByRole('region', { name: 'In force' }), 'Clear');
  const undo = page.getByRole('button', { name: 'Undo' });
  expect(await undo.getAttribute('title')).toBe(name);
  await page.getByLabel('Search requests').pressSequentially('x');
  await key(keys);
  expect(server.catalog.faults.list()).toEqual([]);
  await undo.focus();
  await key(keys);
  await expect.poll(() => server.catalog.faults.list()).toMatchObject([{ status: 503 }]);
});

test('Tab stops at the list once', async () => {
  const { page, key } = await start({ width: 1440 });
  const stops: string[] = [];
  const places = '[role=listbox], .filters, .pets, .composer';
  await page.getByLabel('Search requests').focus();
  while (!stops.includes('composer') && stops.length < 200) {
    await key('Tab');
    const focused = page.locator(':focus');
    stops.push(await focused.evaluate((at, all) => at.closest(all)?.classList[0] ?? '', places));
  }
  expect(stops.filter((stop) => stop === 'rows')).toEqual(['rows']);
});
