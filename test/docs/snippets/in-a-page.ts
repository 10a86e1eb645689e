// #region in-a-page
import { startWorker } from 'pet-catalog-mock/browser';

const { catalog } = await startWorker({ pets: 12 });

const response = await fetch('/v2/pets', { headers: { 'X-API-Key': 'test' } });
console.log(await response.json()); // 12 pets, from the page itself
catalog.faults.add({ operation: 'createPet', status: 503, times: 1 });
// #endregion

document.title = `${response.status}, ${catalog.pets.count()} pets`;
