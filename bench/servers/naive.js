// The stack put together as its READMEs show it: a model, handlers that query it, the middleware.
import { randomUUID } from 'node:crypto';
import { factory, primaryKey } from '@mswjs/data';
import { http, HttpResponse } from 'msw';
import { hostHandlers } from './host-handlers.js';
import { readArguments } from './load-pets.js';

const { port, pets } = readArguments();
const db = factory({ pet: { id: primaryKey(String), name: String, tag: String } });
for (const pet of pets) db.pet.create(pet);

const handlers = [
  http.get('*/v2/pets/:id', ({ params }) => {
    const pet = db.pet.findFirst({ where: { id: { equals: String(params.id) } } });
    return pet
      ? HttpResponse.json(pet)
      : HttpResponse.json({ error: 'Pet not found' }, { status: 404 });
  }),
  http.get('*/v2/pets', ({ request }) => {
    const limit = new URL(request.url).searchParams.get('limit');
    return HttpResponse.json(db.pet.findMany(limit ? { take: Number(limit) } : {}));
  }),
  http.post('*/v2/pets', async ({ request }) => {
    const { name, tag = '' } = await request.json();
    return HttpResponse.json(db.pet.create({ id: randomUUID(), name, tag }), { status: 201 });
  }),
];
hostHandlers(handlers, port);
