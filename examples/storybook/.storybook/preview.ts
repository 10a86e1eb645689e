import { definePreview } from '@storybook/react-vite';
import addonMsw from 'msw-storybook-addon';
import { startWorker } from 'pet-catalog-mock/browser';
import { addonPetCatalog } from 'pet-catalog-mock/storybook';

export const { catalog, worker } = await startWorker({
  quiet: true,
  serviceWorker: { url: './mockServiceWorker.js' },
});

export default definePreview({
  addons: [addonMsw(() => worker), addonPetCatalog(catalog)],
});
