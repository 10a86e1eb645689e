import { setupServer } from 'msw/node';
import {
  createPetCatalog,
  OptionError,
  WaitTimeoutError,
  type ActiveFault,
  type Fault,
  type JournalEntry,
  type NewPet,
  type Pet,
  type PetCatalog,
  type PetCatalogOptions,
  type Snapshot,
} from 'pet-catalog-mock';

const options: PetCatalogOptions = { seed: 7, fixtures: [{ name: 'Rex', id: 'r' }] };
const catalog: PetCatalog = createPetCatalog(options);
const server = setupServer(...catalog.handlers);
server.listen({ onUnhandledRequest: 'error' });

const newPet: NewPet = { name: 'Bella' };
const bella: Pet = catalog.pets.create(newPet);
const fault: Fault = { operation: 'getPet', status: 503, times: 1 };
catalog.faults.add(fault);
const faults: readonly ActiveFault[] = catalog.faults.list();
const snapshot: Snapshot = catalog.snapshot();

const headers = { 'X-API-Key': 'k' };
const failed = await fetch(`https://pets.example/v2/pets/${bella.id}`, { headers });
const found = await fetch(`https://pets.example/v2/pets/${bella.id}`, { headers });
const entries: readonly JournalEntry[] = await catalog.requests.waitFor(
  { operation: 'getPet' },
  { count: 2, timeout: 5000 },
);
server.close();

const refused: unknown[] = [];
try {
  // @ts-expect-error This option does not exist.
  createPetCatalog({ petz: 3 });
} catch (error) {
  refused.push(error instanceof OptionError, error instanceof WaitTimeoutError);
}

console.log(
  JSON.stringify({
    statuses: [failed.status, found.status],
    faults: faults.length,
    pets: snapshot.pets.length,
    entries: entries.length,
    refused,
  }),
);
