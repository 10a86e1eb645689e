import { startWorker } from 'pet-catalog-mock/browser';
import type { Api } from './api.ts';
import { mountApp } from './app.ts';

/** Runs the page on a mock inside the browser, with the mock's controls below it. */
export async function startDemo(root: HTMLElement, api: Api): Promise<void> {
  const { mountControls } = await startWorker({
    pets: 8,
    persist: 'session',
    quiet: true,
    serviceWorker: { url: './mockServiceWorker.js' },
    scenarios: {
      'no pets yet': { description: 'The first day: nobody has added a pet.', pets: 0 },
      'full house': {
        description: '12 pets, and no basket left for another.',
        pets: 12,
        faults: [{ operation: 'createPet', status: 507, error: 'No baskets left' }],
      },
      'out walking': {
        description: 'The list fails once, and is there when asked again.',
        faults: [{ operation: 'listPets', status: 503, error: 'Out walking', times: 1 }],
      },
      'slow day': {
        description: 'Half of the answers take more than half a second.',
        delay: { p50: 500, p99: 3000 },
      },
    },
  });
  const app = mountApp(root, api);
  const aside = document.createElement('aside');
  aside.addEventListener('change', () => void app.refresh());
  root.after(aside);
  await Promise.all([mountControls(aside), app.refresh()]);
}
