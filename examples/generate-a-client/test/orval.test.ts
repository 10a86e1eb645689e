import { expect, expectTypeOf, test } from 'vitest';
import { createPet, getPet, listPets, type ErrorBody, type Pet } from '../src/generated/orval.ts';

// #region calls
test('a pet is created, found and listed', async () => {
  const created = await createPet({ name: 'Bella' });
  if (created.status !== 201) throw new Error(created.data.error);
  expectTypeOf(created.data).toEqualTypeOf<Pet>();
  const { id } = created.data;
  expect(await getPet(id)).toMatchObject({ status: 200, data: { name: 'Bella', tag: '', id } });
  const { data: first } = await listPets({ limit: 1 });
  expect(first).toEqual([{ name: 'Rex', tag: 'dog', id: 'rex' }]);
});

test('an error has its type', async () => {
  const found = await getPet('nobody');
  if (found.status === 200) throw new Error('There is no such pet');
  expectTypeOf(found.data).toEqualTypeOf<ErrorBody>();
  expect([found.status, found.data]).toEqual([404, { error: 'Pet not found' }]);
});
// #endregion

test('what the service refuses does not compile', async () => {
  // @ts-expect-error A name is required.
  const { status } = await createPet({ tag: 'dog' });
  expect(status).toBe(400);
});
