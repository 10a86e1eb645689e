import { readFile } from 'node:fs/promises';
import { serve } from '@hono/node-server';
import { createMockServer } from '@scalar/mock-server';

const document = JSON.parse(await readFile(process.argv[2], 'utf8'));
const app = await createMockServer({ specification: document });
serve({ fetch: app.fetch, port: Number(process.argv[3]), hostname: '127.0.0.1' });
