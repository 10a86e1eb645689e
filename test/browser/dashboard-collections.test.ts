import { expect, test } from 'vitest';
import * as v from 'valibot';
import { defineCollection } from '../../src/index.ts';
import { startDashboard } from './dashboard-page.ts';

const owners = defineCollection({
  name: 'owners',
  schema: v.object({ name: v.string() }),
  seed: () => ['Ann', 'Bo'].map((name) => ({ id: name.toLowerCase(), name })),
});

test('the items of collections are listed, searched and deleted', async () => {
  const { server, page } = await startDashboard({ collections: [owners] }, { width: 1440 });
  const collections = page.getByRole('region', { name: 'Collections' });
  const shown = () => collections.getByRole('listitem').allInnerTexts();
  await expect.poll(shown).toEqual(['{"name":"Ann","id":"ann"}', '{"name":"Bo","id":"bo"}']);
  await collections.getByRole('searchbox').fill('An');
  await expect.poll(shown).toEqual(['{"name":"Ann","id":"ann"}']);
  await collections.getByRole('button', { name: 'Delete ann' }).click();
  await expect.poll(shown).toEqual([]);
  await page.getByText('Deleted ann of owners').waitFor();
  expect(server.catalog.collection(owners).list()).toEqual([{ name: 'Bo', id: 'bo' }]);
});
