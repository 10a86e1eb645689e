import { startServer } from 'pet-catalog-mock/server';

export default async function startMock() {
  globalThis.petCatalog = await startServer({ port: 0, isolate: true, log: 'none' });
  process.env.PET_CATALOG_URL = globalThis.petCatalog.url; // the workers inherit it
}
