import { expect, test } from 'vitest';
import { closestPath } from '../../src/catalog/explain.ts';

const templates = ['/v2/pets', '/v2/pets/{petId}', '/v2/pets/{petId}/photos'];

test.each([
  ['/v2/animals', '/v2/pets'],
  ['/v2/animals/rex', '/v2/pets/{petId}'],
  ['/api/pets', '/v2/pets'],
  ['/v2/pet/rex', '/v2/pets/{petId}'],
  ['/V2/Pets', '/v2/pets'],
  ['/v2/pets/rex/photo', '/v2/pets/{petId}/photos'],
  ['/v2', '/v2/pets'],
  ['/', undefined],
  ['/index.html', undefined],
  ['/user/settings', undefined],
])('%s means %s', (sent, template) => {
  expect(closestPath(sent, templates)).toBe(template);
});
