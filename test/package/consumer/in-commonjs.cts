import { setupServer } from 'msw/node';
import { createPetCatalog, type Pet } from 'pet-catalog-mock';
import { createControl } from 'pet-catalog-mock/client';
import { createApp, startServer } from 'pet-catalog-mock/server';

async function main(): Promise<void> {
  const catalog = createPetCatalog({ pets: 2 });
  const server = setupServer(...catalog.handlers);
  server.listen({ onUnhandledRequest: 'error' });
  const response = await fetch('http://pets.example/v2/pets', { headers: { 'X-API-Key': 'k' } });
  const pets = (await response.json()) as Pet[];
  server.close();
  const app = createApp(catalog);

  const running = await startServer({ port: 0 });
  const { status } = await createControl({ url: running.url }).health();
  await running.close();
  console.log(JSON.stringify({ pets: pets.length, status, app: typeof app }));
}

void main();
