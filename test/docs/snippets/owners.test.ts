import { createControl } from 'pet-catalog-mock/client';
import { createPetCatalog, defineCollection } from 'pet-catalog-mock';
import { startServer } from 'pet-catalog-mock/server';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

test('a collection is used in a test and from another process', async () => {
  const owners = defineCollection({
    name: 'owners',
    schema: z.object({ name: z.string(), petIds: z.array(z.string()) }),
  });
  const server = await startServer({ port: 0, collections: [owners] });
  onTestFinished(() => server.close());
  const catalog = createPetCatalog({ collections: [owners] });
  const control = createControl({ url: server.url });

  // #region use
  catalog.collection(owners).create({ name: 'Anna', petIds: ['rex'] });
  const anna = { name: 'Anna', petIds: ['rex'] };
  await control.collection('owners').create(anna, { id: 'anna' });
  // #endregion

  expect(catalog.collection(owners).count()).toBe(1);
  expect(await control.collection(owners).get('anna')).toEqual({ ...anna, id: 'anna' });
});
