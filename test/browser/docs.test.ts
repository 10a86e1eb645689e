import { expect, test } from 'vitest';
import { findBarriers, findOverflows, openPage, serve } from './dashboard-page.ts';

test('the API reference lists the operations, and trying one asks this server with a key', async () => {
  const { server, origin } = await serve({ pets: 3 });
  const page = await openPage(`${origin}/docs`);
  await expect.poll(() => page.locator('.opblock').count()).toBe(3);
  const list = page.locator('.opblock').filter({ hasText: 'List all pets' });
  await list.locator('.opblock-summary-control').click();
  await list.getByPlaceholder('limit').fill('2');
  await list.getByRole('button', { name: 'Execute' }).click();
  await expect.poll(() => list.locator('.live-responses-table').innerText()).toContain('200');
  expect(server.catalog.requests.list()).toMatchObject([
    { operation: 'listPets', query: 'limit=2', status: 200, apiKey: 'demo-key' },
  ]);
  const create = page.locator('.opblock').filter({ hasText: 'Create a pet' });
  await create.locator('.opblock-summary-control').click();
  await create.locator('textarea').fill('{"name":"Zaphod"}');
  await create.getByRole('button', { name: 'Execute' }).click();
  await expect.poll(() => server.catalog.pets.list().at(-1)?.name).toBe('Zaphod');
  // The first response is open, and a press on the status of another opens that.
  const responses = create.locator('.responses-table:not(.live-responses-table) .response');
  const examples = responses.locator('.model-example, .highlight-code');
  await expect.poll(() => examples.filter({ visible: true }).count()).toBeGreaterThan(0);
  expect(await responses.nth(1).locator('.highlight-code').isVisible()).toBe(false);
  await responses.nth(1).locator('.response-col_status').press('Enter');
  await responses.nth(1).locator('.highlight-code').waitFor();
  expect(await create.getByRole('button', { name: 'Cancel' }).isVisible()).toBe(false);
  // The address of an open operation opens it.
  expect(new URL(page.url()).hash).toBe('#/pets/createPet');
  await page.reload();
  await create.getByRole('button', { name: 'Execute' }).waitFor();
});

test('the API reference can be read, and fits, light and dark', async () => {
  const operations = (['PUT', 'PATCH', 'DELETE'] as const).map((method) => ({
    name: `a${method}`,
    method,
    path: '/pets/{petId}/of-mine',
    run: () => ({ status: 204 }),
  }));
  const { origin } = await serve({ pets: 3, operations });
  const page = await openPage(`${origin}/docs`, { width: 1366, height: 900 });
  await expect.poll(() => page.locator('.opblock').count()).toBe(6);
  const barriers: string[] = [];
  const look = async (at: string) => {
    for (const width of await findOverflows(page)) barriers.push(`${at}: is wider than ${width}`);
    await page.setViewportSize({ width: 390, height: 900 });
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.locator(`html${scheme === 'dark' ? '.dark-mode' : ':not(.dark-mode)'}`).waitFor();
      const rules = scheme === 'dark' ? ['color-contrast'] : undefined;
      for (const barrier of await findBarriers(page, rules)) {
        barriers.push(`${at}, ${scheme}: ${barrier}`);
      }
    }
  };
  const tryOut = async (name: string) => {
    const operation = page.locator('.opblock').filter({ hasText: name });
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table').waitFor();
    await operation.getByRole('tab', { name: 'Schema' }).last().click();
  };
  await look('closed');
  for (const name of ['Create a pet', 'List all pets']) {
    await tryOut(name);
    await look(name.replaceAll(' ', '-'));
  }
  await page.getByRole('button', { name: 'Schemas' }).click();
  await page.getByRole('button', { name: 'Authorize' }).click();
  await look('schemas-and-key');
  // The layout below the dialog may still move on a slow machine.
  await page.locator('.btn-done').dispatchEvent('click');
  await tryOut('Get a pet by its id');
  await look('get');
  expect(barriers.join('\n')).toBe('');
});
