import { randomUUID } from 'node:crypto';
import express from 'express';
import { byId, firstOf, readArguments } from './load-pets.js';

const { port, pets: seeded } = readArguments();
const pets = byId(seeded);
const app = express();

app.get('/v2/pets/:id', (request, response) => {
  const pet = pets.get(request.params.id);
  if (pet) response.json(pet);
  else response.status(404).json({ error: 'Pet not found' });
});
app.get('/v2/pets', (request, response) => {
  response.json(firstOf(pets, Number(request.query.limit ?? Infinity)));
});
app.post('/v2/pets', express.json(), (request, response) => {
  const { name, tag = '' } = request.body;
  const pet = { name, tag, id: randomUUID() };
  pets.set(pet.id, pet);
  response.status(201).json(pet);
});
app.listen(port, '127.0.0.1');
