import type { Faker } from '@faker-js/faker';
import type { Items, Pets } from '../catalog/items.ts';
import type { OutputOf, StandardSchema } from '../contract/standard-schema.ts';

/** A collection of the service: what it has besides pets. */
export interface CollectionDefinition<
  Name extends string = string,
  Schema extends StandardSchema = StandardSchema,
> {
  /** A letter, then letters, digits or `_`; not `pets`. */
  readonly name: Name;
  /** An item without its `id`. The schema answers at once, and accepts its own output. */
  readonly schema: Schema;
  /**
   * Gives the first items, each with or without an `id`. It runs once for each initial state, so a reset and
   * each new key have the same items. Default: no items.
   */
  readonly seed?: ((context: SeedContext) => readonly SeedItem<Schema>[]) | undefined;
}

/** The context of a seed. */
export interface SeedContext {
  /** A Faker of its own, seeded from `seed`. */
  readonly faker: Faker;
  readonly pets: Reads<Pets>;
  /** A collection that is declared before. */
  readonly collection: <Of extends CollectionDefinition>(definition: Of) => Reads<ItemsOf<Of>>;
}

type Reads<T extends Pets | ItemsOf<CollectionDefinition>> = Pick<T, 'get' | 'list' | 'count'>;
type SeedItem<Schema extends StandardSchema> = OutputOf<Schema> & { id?: string };

/** The members of a collection, typed by its definition. */
export type ItemsOf<Of extends CollectionDefinition> = Items<
  OutputOf<Of['schema']>,
  OutputOf<Of['schema']> & { id: string },
  Partial<OutputOf<Of['schema']>>
>;

/** Finds a collection by its definition, or by its name, without types. */
export interface FindCollection {
  <Of extends CollectionDefinition>(definition: Of): ItemsOf<Of>;
  (name: string): Items<object, Record<string, unknown> & { id: string }, object>;
}

/**
 * Defines a collection. Everything that holds for pets holds for it: resets, snapshots, isolation, events,
 * the control plane and the dashboard. Returns its argument.
 *
 * @example
 * const photos = defineCollection({
 *   name: 'photos',
 *   schema: z.object({ petId: z.string(), url: z.url() }),
 *   seed: ({ faker, pets }) => pets.list().map((pet) => ({ petId: pet.id, url: faker.image.url() })),
 * });
 * const catalog = createPetCatalog({ collections: [photos] });
 * catalog.collection(photos).create({ petId: 'rex', url: 'https://pets.example/rex.png' });
 */
export function defineCollection<const Name extends string, Schema extends StandardSchema>(
  definition: CollectionDefinition<Name, Schema>,
): CollectionDefinition<Name, Schema> {
  return definition;
}
