import { startWorker } from 'pet-catalog-mock/browser';
import type { Api } from './api.ts';
import { mountApp } from './app.ts';

/** Runs the page on a mock inside the browser, with buttons that make it misbehave. */
export async function startDemo(root: HTMLElement, api: Api): Promise<void> {
  const { catalog } = await startWorker({
    pets: 8,
    quiet: true,
    serviceWorker: { url: './mockServiceWorker.js' },
  });
  const app = mountApp(root, api);

  const controls: Record<string, () => void> = {
    'Fail the next list': () =>
      catalog.faults.add({ operation: 'listPets', status: 503, error: 'Out walking', times: 1 }),
    'Fail the next add': () =>
      catalog.faults.add({
        operation: 'createPet',
        status: 507,
        error: 'No baskets left',
        times: 1,
      }),
    'Start over': () => catalog.reset(),
  };
  const bar = document.createElement('aside');
  bar.innerHTML = '<h2>The mock in this page</h2>';
  bar.append(
    ...Object.entries(controls).map(([label, act]) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = label;
      button.addEventListener('click', () => {
        act();
        if (label !== 'Fail the next add') void app.refresh();
      });
      return button;
    }),
  );
  root.after(bar);
  await app.refresh();
}
