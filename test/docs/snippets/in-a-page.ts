// #region in-a-page
import { startWorker } from 'pet-catalog-mock/browser';

async function start(): Promise<void> {
  const { catalog } = await startWorker({ pets: 12 });
  catalog.faults.add({ operation: 'createPet', status: 503, times: 1 });

  const response = await fetch('/v2/pets', { headers: { 'X-API-Key': 'test' } });
  console.log(await response.json()); // 12 pets, from the page itself
}

void start();
// #endregion
