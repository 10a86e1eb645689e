import connect from 'connect';
import { expect, test } from 'vitest';
import { askMounted, asMounted } from '../support/ask-mounted.ts';
// #region mounting
import express from 'express';
import { createPetCatalog } from 'pet-catalog-mock';
import { createApp } from 'pet-catalog-mock/server';

const catalog = createPetCatalog({ pets: 3 });
const app = express();
app.use('/mock', createApp(catalog, { dashboard: '/__pets' }));
// #endregion

test('a mounted app serves the service and its control plane below its path', async () => {
  app.use('/mock/other', (_req, res) => void res.send('of the app'));
  expect(await askMounted(app)).toEqual(asMounted);
});

test('so does an app in connect', async () => {
  const parent = connect();
  parent.use('/mock', createApp(createPetCatalog({ pets: 3 }), { dashboard: '/__pets' }));
  parent.use('/mock/other', (_req, res) => void res.end('of the app'));
  expect(await askMounted(parent)).toEqual(asMounted);
});
