import * as v from 'valibot';
import { findItems, itemPageInput } from '../../../catalog/find-items.ts';
import { createInput, described } from '../../../contract/input.ts';
import { collectionTable } from '../../../controls/control-table.ts';
import { itemPlaceInput } from '../../../controls/state.ts';
import { count, named, noContent, ok, routesOf } from '../route.ts';
import { collectionSchema } from './server.ts';

const route = routesOf('collections', 'There is no item of that id');

const item = v.objectWithRest({ id: v.string() }, v.unknown());
const body = {
  ...createInput(v.objectWithRest({}, v.unknown()), 'An item'),
  examples: { photo: { petId: 'rex', url: 'https://pets.example/rex.png' } },
};
const photo = { ...body.examples.photo, id: '83ec2d7f-9d12-4c32-a700-c908ab5a9cdc' };

const itemPageSchema = named('ItemPage', 'A page of the items of a collection.', {
  items: described(v.array(item), 'Each has the fields of its schema, and an id.'),
  total: described(count, 'How many match.'),
});

const failures = { 404: ['There is no such collection'] } as const;

const lineOf = (member: keyof typeof collectionTable) => collectionTable[member].line;

export const collectionRoutes = [
  route('GET /collections', 'listCollections', {
    summary: 'The collections: what the service has besides pets',
    description: 'With how many items each has.',
    success: ok(v.object({ collections: v.array(collectionSchema) }), 'The collections', {
      collections: [{ name: 'photos', count: 25 }],
    }),
    run: ({ catalog }) => ({ collections: catalog.collections() }),
  }),
  route(lineOf('list'), 'findItems', {
    summary: 'A page of the items of a collection, oldest first, searched by their texts',
    description: '`total` counts the items that match, not the page.',
    query: itemPageInput,
    success: ok(itemPageSchema, 'The page, and how many match', { items: [photo], total: 25 }),
    failures,
    run: ({ catalog, name, query }) => findItems(catalog.collection(name).store, query),
  }),
  route(lineOf('create'), 'addItem', {
    summary: 'Adds an item to a collection',
    description: 'The schema of the collection checks it.',
    body,
    query: itemPlaceInput,
    success: { ...ok(item, 'The item', photo), status: 201 },
    failures: { ...failures, 507: ['The collection is full'] },
    run: ({ catalog, name, query, body: given }) =>
      catalog.collection(name).items.create(given, query),
  }),
  route(lineOf('get'), 'readItem', {
    summary: 'One item by its id',
    description: 'As the collection stores it.',
    success: ok(item, 'The item', photo),
    run: ({ catalog, name, id }) => catalog.collection(name).items.get(id),
  }),
  route(lineOf('update'), 'changeItem', {
    summary: 'Changes an item',
    description: 'What is left out stays.',
    body,
    success: ok(item, 'The item as it is now', photo),
    run: ({ catalog, name, id, body: given }) => catalog.collection(name).items.update(id, given),
  }),
  route(lineOf('remove'), 'removeItem', {
    summary: 'Removes an item',
    description: 'An id that the catalog gave is not given again.',
    success: noContent,
    run: ({ catalog, name, id }) => catalog.collection(name).items.remove(id),
  }),
];
