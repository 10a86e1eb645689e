import * as v from 'valibot';
import { plainModel } from '../../../contract/pet.ts';
import { seededPets } from '../../../contract/seeded-pets.ts';
import { itemPlaceInput } from '../../../controls/state.ts';
import { findItems, pageInput } from '../../../catalog/find-items.ts';
import { count, noContent, ok, routesOf } from '../route.ts';

const route = routesOf('state', 'There is no pet of that id');

export const petPageSchema = v.object({ pets: v.array(plainModel.stored), total: count });

const apart = 'No request of the service: no fault hits it, and it is not in the journal.';
const [pet] = seededPets;

export const petRoutes = [
  route('pets.list', 'findPets', {
    summary: 'A page of the pets, oldest first, searched by their texts',
    description: 'For pages that show the pets: `total` counts those that match, not the page.',
    query: pageInput,
    success: ok(petPageSchema, 'The page, and how many pets match', {
      pets: seededPets,
      total: 25,
    }),
    run({ catalog, query }) {
      const { items, total } = findItems(catalog.store, query);
      return { pets: items, total };
    },
  }),
  route('pets.create', 'addPet', {
    summary: 'Adds a pet, as another client would',
    description: apart,
    body: { ...plainModel.added, examples: { tagged: { name: 'Rex', tag: 'dog' } } },
    query: itemPlaceInput,
    success: {
      ...ok(plainModel.stored, 'The pet', { ...pet, name: 'Rex', tag: 'dog' }),
      status: 201,
    },
    failures: {
      507: ['The catalog is full', 'The catalog is full: it holds 100000 pets, its "maxPets"'],
    },
  }),
  route('pets.get', 'readPet', {
    summary: 'One pet by its id',
    description: apart,
    success: ok(plainModel.stored, 'The pet', pet),
  }),
  route('pets.update', 'changePet', {
    summary: 'Changes a pet',
    description: `What is left out stays. ${apart}`,
    body: {
      ...plainModel.changes,
      examples: { renamed: { name: 'Max' }, untagged: { tag: '' } },
    },
    success: ok(plainModel.stored, 'The pet as it is now', { ...pet, name: 'Max' }),
  }),
  route('pets.remove', 'removePet', {
    summary: 'Removes a pet',
    description: `An id that the catalog gave is not given again. ${apart}`,
    success: noContent,
  }),
];
