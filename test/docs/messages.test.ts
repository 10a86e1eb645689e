import { createPetCatalog } from 'pet-catalog-mock';
import { expect, test } from 'vitest';
import { blocksOf } from './support/documents.ts';

test('the message of a wait that times out is the printed one', async () => {
  const printed = blocksOf('docs/check-requests.md').find(({ language }) => language === 'text');
  const catalog = createPetCatalog();
  await catalog.fetch('https://pets.example/v2/pets', {
    method: 'POST',
    headers: { 'X-API-Key': 'test', 'Content-Type': 'application/json' },
    body: '{"tag":"dog"}',
  });
  const wait = catalog.requests.waitFor({ operation: 'createPet', status: 201 }, { timeout: 0 });
  await expect(wait).rejects.toThrow(printed!.content.trimEnd().replace('2000 ms', '0 ms'));
});
