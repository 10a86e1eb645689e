import { createPetCatalog, type Pet } from 'pet-catalog-mock';
import { startWorker, type RunningWorker, type WorkerOptions } from 'pet-catalog-mock/browser';
import { createControl } from 'pet-catalog-mock/client';

const options: WorkerOptions = {
  pets: 3,
  persist: 'local',
  quiet: true,
  serviceWorker: { url: './sw.js' },
};

export async function run(): Promise<readonly Pet[]> {
  const { catalog, worker, mountControls, stop }: RunningWorker = await startWorker(options);
  worker.resetHandlers();
  const unmount: () => void = await mountControls(document.body);
  unmount();
  await stop();
  await using other = await startWorker(options);
  other.worker.resetHandlers();
  return [...catalog.pets.list(), ...createPetCatalog().pets.list({ limit: 1 })];
}

export const control = createControl({ url: 'http://127.0.0.1:4020' });
