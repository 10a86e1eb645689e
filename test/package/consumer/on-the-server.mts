import { createPetCatalog } from 'pet-catalog-mock';
import { createControl } from 'pet-catalog-mock/client';
import { createApp, startServer } from 'pet-catalog-mock/server';

const server = await startServer({ port: 0, pets: 2, log: 'none' });
const control = createControl({ url: server.url });
await control.faults.add({ operation: 'listPets', status: 503, times: 1 });
const headers = { 'X-API-Key': 'k' };
const failed: number = (await fetch(`${server.url}/pets`, { headers })).status;
const listed = (await (await fetch(`${server.url}/pets`, { headers })).json()) as unknown[];
await control.reset();
const count: number = server.catalog.pets.count();
await server.close();
await server.close();
{
  await using other = await startServer({ port: 0 });
  await fetch(other.url);
}

const app = createApp(createPetCatalog(), { log: 'none' });
console.log(JSON.stringify({ failed, listed: listed.length, count, app: typeof app }));
