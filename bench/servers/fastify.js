import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { byId, firstOf, readArguments } from './load-pets.js';

const { port, pets: seeded, folder } = readArguments();
const { fastify } = createRequire(`${folder}/package.json`)('fastify');
const pets = byId(seeded);
const app = fastify();

app.get('/v2/pets/:id', (request, reply) => {
  const pet = pets.get(request.params.id);
  return pet ?? reply.code(404).send({ error: 'Pet not found' });
});
app.get('/v2/pets', (request) => firstOf(pets, Number(request.query.limit ?? Infinity)));
app.post('/v2/pets', (request, reply) => {
  const { name, tag = '' } = request.body;
  const pet = { name, tag, id: randomUUID() };
  pets.set(pet.id, pet);
  return reply.code(201).send(pet);
});
await app.listen({ port, host: '127.0.0.1' });
