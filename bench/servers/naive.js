// msw handlers behind the middleware on Express, put together as the READMEs show it.
// As naive-map it has a Map in place of the model.
import { randomUUID } from 'node:crypto';
import { factory, primaryKey } from '@mswjs/data';
import { createMiddleware } from '@mswjs/http-middleware';
import express from 'express';
import { http, HttpResponse } from 'msw';
import { createStore, readArguments } from './store.js';

function createModel(pets) {
  const db = factory({ pet: { id: primaryKey(String), name: String, tag: String } });
  for (const pet of pets) db.pet.create(pet);
  return {
    get: (id) => db.pet.findFirst({ where: { id: { equals: id } } }),
    list: (limit) => db.pet.findMany(limit ? { take: limit } : {}),
    create: ({ name, tag = '' }) => db.pet.create({ id: randomUUID(), name, tag }),
  };
}

const { port, pets, id } = readArguments();
const store = id === 'naive-map' ? createStore(pets) : createModel(pets);
const handlers = [
  http.get('*/v2/pets/:id', ({ params }) => {
    const pet = store.get(String(params.id));
    return pet
      ? HttpResponse.json(pet)
      : HttpResponse.json({ error: 'Pet not found' }, { status: 404 });
  }),
  http.get('*/v2/pets', ({ request }) => {
    const limit = new URL(request.url).searchParams.get('limit');
    return HttpResponse.json(store.list(limit ? Number(limit) : undefined));
  }),
  http.post('*/v2/pets', async ({ request }) => {
    return HttpResponse.json(store.create(await request.json()), { status: 201 });
  }),
];
const app = express();
app.use(createMiddleware(...handlers));
app.listen(port, '127.0.0.1');
