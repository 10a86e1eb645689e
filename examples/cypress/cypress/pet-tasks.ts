import { createControl, type Fault, type RequestFilter } from 'pet-catalog-mock/client';

export type PetTasks = ReturnType<typeof createPetTasks>;

/** What the specs ask of the mock. A task must not return `undefined`: Cypress takes that for a mistake. */
export function createPetTasks(url: string) {
  const control = createControl({ url });
  return {
    'pets:reset': () => control.reset().then(() => null),
    'pets:scenario': (name: string) => control.scenarios.use(name).then(() => null),
    'pets:fault': (fault: Fault) => control.faults.add(fault),
    'pets:sent': (filter: RequestFilter) => control.requests.bodies(filter),
  };
}
