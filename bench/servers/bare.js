// The yardstick: nothing but node:http, a Map and JSON.stringify. No key, no checks, no router.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { byId, firstOf, readArguments } from './load-pets.js';

const { port, pets: seeded } = readArguments();
const pets = byId(seeded);
const one = '/v2/pets/';
const limited = '/v2/pets?limit=';

function send(response, status, value) {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

function create(request, response) {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => {
    const { name, tag = '' } = JSON.parse(text);
    const pet = { name, tag, id: randomUUID() };
    pets.set(pet.id, pet);
    send(response, 201, pet);
  });
}

createServer((request, response) => {
  const { method, url } = request;
  if (method === 'POST') return create(request, response);
  if (url.startsWith(one)) {
    const pet = pets.get(url.slice(one.length));
    return pet ? send(response, 200, pet) : send(response, 404, { error: 'Pet not found' });
  }
  const limit = url.startsWith(limited) ? Number(url.slice(limited.length)) : Infinity;
  return send(response, 200, firstOf(pets, limit));
}).listen(port, '127.0.0.1');
