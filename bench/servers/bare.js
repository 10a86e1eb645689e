// The yardstick: node:http, a Map and JSON.stringify, with no key, no checks and no router.
import { createServer } from 'node:http';
import { createStore, readArguments } from './store.js';

const { port, pets } = readArguments();
const store = createStore(pets);
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
  request.on('end', () => send(response, 201, store.create(JSON.parse(text))));
}

createServer((request, response) => {
  const { method, url } = request;
  if (method === 'POST') return create(request, response);
  if (url.startsWith(one)) {
    const pet = store.get(url.slice(one.length));
    return pet ? send(response, 200, pet) : send(response, 404, { error: 'Pet not found' });
  }
  const limit = url.startsWith(limited) ? Number(url.slice(limited.length)) : Infinity;
  return send(response, 200, store.list(limit));
}).listen(port, '127.0.0.1');
