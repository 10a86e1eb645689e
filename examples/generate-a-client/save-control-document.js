import { writeFile } from 'node:fs/promises';
import { startServer } from 'pet-catalog-mock/server';

const server = await startServer({ port: 0, log: 'none' });
const response = await fetch(new URL('/__admin/openapi.json', server.url));
await writeFile('control.json', await response.text());
await server.close();
