// As naive.js, with a Map in place of the model.
import { randomUUID } from 'node:crypto';
import { http, HttpResponse } from 'msw';
import { hostHandlers } from './host-handlers.js';
import { byId, firstOf, readArguments } from './load-pets.js';

const { port, pets: seeded } = readArguments();
const pets = byId(seeded);

const handlers = [
  http.get('*/v2/pets/:id', ({ params }) => {
    const pet = pets.get(String(params.id));
    return pet
      ? HttpResponse.json(pet)
      : HttpResponse.json({ error: 'Pet not found' }, { status: 404 });
  }),
  http.get('*/v2/pets', ({ request }) => {
    const limit = new URL(request.url).searchParams.get('limit');
    return HttpResponse.json(firstOf(pets, Number(limit ?? Infinity)));
  }),
  http.post('*/v2/pets', async ({ request }) => {
    const { name, tag = '' } = await request.json();
    const pet = { name, tag, id: randomUUID() };
    pets.set(pet.id, pet);
    return HttpResponse.json(pet, { status: 201 });
  }),
];
hostHandlers(handlers, port);
