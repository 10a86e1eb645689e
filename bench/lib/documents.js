import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The project's OpenAPI document for Prism, whose examples are real pets. */
export function openapiDocument(pets) {
  const document = JSON.parse(readFileSync(new URL('../../dist/openapi.json', import.meta.url)));
  const { '/pets': all, '/pets/{petId}': one } = document.paths;
  const setExample = ({ responses }, status, value) =>
    Object.assign(responses[status].content['application/json'], { examples: { pet: { value } } });
  setExample(all.get, 200, pets.slice(0, 20));
  setExample(all.post, 201, pets[0]);
  setExample(one.get, 200, pets[0]);
  return document;
}

/** A Mockoon environment with one bucket of pets and a CRUD route; `--repair` adds the rest. */
export function mockoonEnvironment(pets) {
  const response = { bodyType: 'DATABUCKET', databucketID: 'pets', default: true, crudKey: 'id' };
  const responses = [{ uuid: randomUUID(), ...response }];
  return {
    uuid: randomUUID(),
    lastMigration: 33,
    name: 'Pet catalog',
    port: 3000,
    routes: [{ uuid: randomUUID(), type: 'crud', endpoint: 'v2/pets', responses }],
    data: [{ uuid: randomUUID(), id: 'pets', name: 'pets', value: JSON.stringify(pets) }],
  };
}

/** Fixed answers for WireMock, one mapping for each operation. */
export function wiremockMappings(pets) {
  const headers = { 'Content-Type': 'application/json' };
  const mapping = (method, path, status, jsonBody) => ({
    request: { method, ...path },
    response: { status, headers, jsonBody },
  });
  return {
    mappings: [
      mapping('GET', { urlPathPattern: '/v2/pets/[^/]+' }, 200, pets[0]),
      mapping('GET', { urlPath: '/v2/pets' }, 200, pets.slice(0, 20)),
      mapping('POST', { urlPath: '/v2/pets' }, 201, pets[0]),
    ],
  };
}
