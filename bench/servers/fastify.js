import { createRequire } from 'node:module';
import { createStore, readArguments } from './store.js';

const { port, pets, folder } = readArguments();
const { fastify } = createRequire(`${folder}/package.json`)('fastify');
const store = createStore(pets);
const app = fastify();

app.get('/v2/pets/:id', (request, reply) => {
  return store.get(request.params.id) ?? reply.code(404).send({ error: 'Pet not found' });
});
app.get('/v2/pets', (request) => store.list(Number(request.query.limit ?? Infinity)));
app.post('/v2/pets', (request, reply) => reply.code(201).send(store.create(request.body)));
await app.listen({ port, host: '127.0.0.1' });
