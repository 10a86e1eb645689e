import express from 'express';
import { createStore, readArguments } from './store.js';

const { port, pets } = readArguments();
const store = createStore(pets);
const app = express();

app.get('/v2/pets/:id', (request, response) => {
  const pet = store.get(request.params.id);
  if (pet) response.json(pet);
  else response.status(404).json({ error: 'Pet not found' });
});
app.get('/v2/pets', (request, response) =>
  response.json(store.list(Number(request.query.limit ?? Infinity))),
);
app.post('/v2/pets', express.json(), (request, response) => {
  response.status(201).json(store.create(request.body));
});
app.listen(port, '127.0.0.1');
