import { expect, expectTypeOf, test } from 'vitest';
import type { Pet } from '../src/generated/hey-api/types.gen.ts';
import { createPet, getPet, listPets } from '../src/hey-api.ts';

// #region calls
test('a pet is created, found and listed', async () => {
  const { data: bella } = await createPet({ body: { name: 'Bella' } });
  expectTypeOf(bella).toEqualTypeOf<Pet | undefined>();
  const petId = bella!.id;
  expect(await getPet({ path: { petId } })).toMatchObject({
    data: { name: 'Bella', tag: '', id: petId },
  });
  const { data: first } = await listPets({ query: { limit: 1 } });
  expect(first).toEqual([{ name: 'Rex', tag: 'dog', id: 'rex' }]);
});

test('an error has its type', async () => {
  const { error, response } = await getPet({ path: { petId: 'no/body' } });
  expectTypeOf(error).toEqualTypeOf<{ error: string } | undefined>();
  expect([response?.status, error]).toEqual([404, { error: 'Pet not found' }]);
});
// #endregion

test('what the service refuses does not compile', async () => {
  // @ts-expect-error A name is required.
  const { response } = await createPet({ body: { tag: 'dog' } });
  expect(response?.status).toBe(400);
});
