// Each way to ask in one process for a pet: a function that makes one call, and the ids it may ask for.
import { getResponse, http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

const headers = { 'X-API-Key': 'bench-key' };
const base = 'http://localhost/v2/pets';
const constant = { name: 'Bella', tag: 'dog', id: '3f1c1f0e-6d0b-4b6e-9a53-0d1f4f3b7c11' };
const constantHandler = http.get('*/v2/pets/:petId', () => HttpResponse.json(constant));

async function createCatalog(pets) {
  const { createPetCatalog } = await import('../../dist/index.js');
  return createPetCatalog({ pets, maxPets: Math.max(1_000_000, pets) });
}

function someIds(catalog) {
  return catalog.pets.list({ limit: 10_000 }).map((pet) => pet.id);
}

function overNetwork(handlers, ids) {
  const server = setupServer(...handlers);
  server.listen({ onUnhandledRequest: 'error' });
  return {
    ids,
    async call(id) {
      const response = await fetch(`${base}/${id}`, { headers });
      return response.json();
    },
    close: () => server.close(),
  };
}

function direct(answer, ids) {
  return {
    ids,
    async call(id) {
      const response = await answer(new Request(`${base}/${id}`, { headers }));
      return response.json();
    },
    close() {},
  };
}

/** @type {Record<string, (pets: number) => Promise<{ ids: string[], call: (id: string) => Promise<any>, close: () => void }>>} */
export const callers = {
  async 'setup-server'(pets) {
    const catalog = await createCatalog(pets);
    return overNetwork(catalog.handlers, someIds(catalog));
  },
  async 'setup-server-constant'() {
    return overNetwork([constantHandler], [constant.id]);
  },
  async fetch(pets) {
    const catalog = await createCatalog(pets);
    return direct(catalog.fetch, someIds(catalog));
  },
  async 'get-response-constant'() {
    return direct((request) => getResponse([constantHandler], request), [constant.id]);
  },
};

/** Checks the answer for each of a few ids. */
export async function checkCaller({ ids, call }) {
  for (const id of ids.slice(0, 20)) {
    const pet = await call(id);
    if (pet.id !== id || typeof pet.name !== 'string') {
      throw new Error(`asked for ${id}, got ${JSON.stringify(pet).slice(0, 100)}`);
    }
  }
}
