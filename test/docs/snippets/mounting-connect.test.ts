import { expect, test } from 'vitest';
import { askMounted, asMounted } from '../support/ask-mounted.ts';
// #region mounting
import connect from 'connect';
import { createPetCatalog } from 'pet-catalog-mock';
import { createApp } from 'pet-catalog-mock/server';

const catalog = createPetCatalog({ pets: 3 });
const app = connect();
app.use('/mock', createApp(catalog, { dashboard: '/__pets' }));
// #endregion

test('an app in connect serves the service, its control plane and the dashboard below its path', async () => {
  app.use('/mock/other', (_req, res) => void res.end('of the app'));
  expect(await askMounted(app)).toEqual(asMounted);
});
