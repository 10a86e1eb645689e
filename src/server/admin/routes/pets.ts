import * as v from 'valibot';
import { plainModel } from '../../../contract/pet-model.ts';
import { seededPets } from '../../../contract/seeded-pets.ts';
import { itemPlaceInput } from '../../../controls/state.ts';
import { findItems, pageInput } from '../../../catalog/find-items.ts';
import { count, noContent, ok, routesOf } from '../route.ts';

const route = routesOf('state', 'There is no pet with that id');

export const petPageSchema = v.object({ pets: v.array(plainModel.stored), total: count });

const apart =
  'This is not a call of the service: faults do not apply, and the journal has no entry.';
const [pet] = seededPets;

export const petRoutes = [
  route('pets.list', 'findPets', {
    summary: 'List or search the pets, oldest first',
    description: 'Returns one page. `total` counts all pets that match.',
    query: pageInput,
    success: ok(petPageSchema, 'One page of pets, and the number of matches', {
      pets: seededPets,
      total: 25,
    }),
    run({ catalog, query }) {
      const { items, total } = findItems(catalog.store, query);
      return { pets: items, total };
    },
  }),
  route('pets.create', 'addPet', {
    summary: 'Add a pet',
    description: apart,
    body: { ...plainModel.added, examples: { tagged: { name: 'Rex', tag: 'dog' } } },
    query: itemPlaceInput,
    success: {
      ...ok(plainModel.stored, 'The pet', { ...pet, name: 'Rex', tag: 'dog' }),
      status: 201,
    },
    failures: {
      507: [
        'The catalog is full',
        'The catalog is full: it holds 100000 pets, the limit of "maxPets"',
      ],
    },
  }),
  route('pets.get', 'readPet', {
    summary: 'Get a pet by its id',
    description: apart,
    success: ok(plainModel.stored, 'The pet', pet),
  }),
  route('pets.update', 'changePet', {
    summary: 'Change a pet',
    description: `Fields that are left out stay. ${apart}`,
    body: {
      ...plainModel.changes,
      examples: { renamed: { name: 'Max' }, untagged: { tag: '' } },
    },
    success: ok(plainModel.stored, 'The changed pet', { ...pet, name: 'Max' }),
  }),
  route('pets.remove', 'removePet', {
    summary: 'Remove a pet',
    description: `The catalog does not give its id to another pet. ${apart}`,
    success: noContent,
  }),
];
