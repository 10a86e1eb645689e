import * as v from 'valibot';
import { findItems, itemPageInput } from '../../../catalog/find-items.ts';
import { createInput, described } from '../../../contract/input.ts';
import { collectionTable } from '../../../controls/control-table.ts';
import { itemPlaceInput } from '../../../controls/state.ts';
import { count, named, noContent, ok, routesOf } from '../route.ts';
import { collectionSchema } from './server.ts';

const route = routesOf('collections', 'There is no item with that id');

const item = v.objectWithRest({ id: v.string() }, v.unknown());
const body = {
  ...createInput(v.objectWithRest({}, v.unknown()), 'An item'),
  examples: { photo: { petId: 'rex', url: 'https://pets.example/rex.png' } },
};
const photo = { ...body.examples.photo, id: '83ec2d7f-9d12-4c32-a700-c908ab5a9cdc' };

const itemPageSchema = named('ItemPage', 'A page of the items of a collection.', {
  items: described(v.array(item), 'Each item has an id and the fields of its schema.'),
  total: described(count, 'The number of items that match.'),
});

const failures = { 404: ['There is no such collection'] } as const;

const lineOf = (member: keyof typeof collectionTable) => collectionTable[member].line;

export const collectionRoutes = [
  route('GET /collections', 'listCollections', {
    summary: 'List the collections of the service',
    description: 'Each has a name and the number of its items.',
    success: ok(v.object({ collections: v.array(collectionSchema) }), 'The collections', {
      collections: [{ name: 'photos', count: 25 }],
    }),
    run: ({ catalog }) => ({ collections: catalog.collections() }),
  }),
  route(lineOf('list'), 'findItems', {
    summary: 'List or search the items of a collection, oldest first',
    description: 'Returns one page. `total` counts all items that match.',
    query: itemPageInput,
    success: ok(itemPageSchema, 'One page of items, and the number of matches', {
      items: [photo],
      total: 25,
    }),
    failures,
    run: ({ catalog, name, query }) => findItems(catalog.collection(name).store, query),
  }),
  route(lineOf('create'), 'addItem', {
    summary: 'Add an item to a collection',
    description: 'It must match the schema of the collection.',
    body,
    query: itemPlaceInput,
    success: { ...ok(item, 'The item', photo), status: 201 },
    failures: { ...failures, 507: ['The collection is full'] },
    run: ({ catalog, name, query, body: given }) =>
      catalog.collection(name).items.create(given, query),
  }),
  route(lineOf('get'), 'readItem', {
    summary: 'Get an item by its id',
    description: 'Returns the item with its id.',
    success: ok(item, 'The item', photo),
    run: ({ catalog, name, id }) => catalog.collection(name).items.get(id),
  }),
  route(lineOf('update'), 'changeItem', {
    summary: 'Change an item',
    description: 'Fields that are left out stay.',
    body,
    success: ok(item, 'The changed item', photo),
    run: ({ catalog, name, id, body: given }) => catalog.collection(name).items.update(id, given),
  }),
  route(lineOf('remove'), 'removeItem', {
    summary: 'Remove an item',
    description: 'The catalog does not give its id to another item.',
    success: noContent,
    run: ({ catalog, name, id }) => catalog.collection(name).items.remove(id),
  }),
];
