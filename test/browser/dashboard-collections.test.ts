import { expect, test } from 'vitest';
import { openPage, serve } from './dashboard-page.ts';

test('the items of collections are listed, searched and deleted', async () => {
  const { origin } = await serve({ pets: 2 });
  const page = await openPage(`${origin}/openapi.json`);
  let items = ['Ann', 'Bo'].map((name) => ({ id: name.toLowerCase(), name }));
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { method, path } = JSON.parse(String(message)) as { method: string; path: string };
      const { pathname, searchParams } = new URL(path, origin);
      if (!pathname.startsWith('/__admin/collections')) return server.send(message);
      if (method === 'DELETE') items = items.filter(({ id }) => !pathname.endsWith(`/${id}`));
      const search = searchParams.get('search') ?? '';
      const found = items.filter(({ name }) => name.includes(search));
      const answer = pathname.endsWith('/collections')
        ? { collections: [{ name: 'owners', count: items.length }] }
        : { items: found, total: found.length };
      socket.send('200');
      socket.send(JSON.stringify(answer));
      void socket.close({ code: 1000 });
    });
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(origin);
  const collections = page.getByRole('region', { name: 'Collections' });
  await collections.getByText('{"id":"bo","name":"Bo"}').waitFor();
  const shown = () => collections.getByRole('listitem').allInnerTexts();
  await collections.getByRole('searchbox').fill('An');
  await expect.poll(shown).toEqual(['{"id":"ann","name":"Ann"}']);
  await collections.getByRole('button', { name: 'Delete ann' }).click();
  await expect.poll(shown).toEqual([]);
  await page.getByText('Deleted ann of owners').waitFor();
  expect(items).toEqual([{ id: 'bo', name: 'Bo' }]);
});
