import { startServer } from 'pet-catalog-mock/server';

export default async function startMock(): Promise<() => Promise<void>> {
  const fixtures = [{ name: 'Rex', tag: 'dog', id: 'rex' }];
  const server = await startServer({ port: 0, fixtures, apiKeys: ['test'], log: 'none' });
  process.env['PET_CATALOG_URL'] = server.url;
  return () => server.close();
}
