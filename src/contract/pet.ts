import type { PetFields } from './pet-fields.ts';

type Flat<T> = { [K in keyof T]: T[K] };
type Optional<T> = { [K in keyof T]?: T[K] | undefined };
type NewFields = Pick<PetFields, 'name'> & Optional<Omit<PetFields, 'name'>>;

/** A pet to be created: fields with a default may be left out, and `id` is not accepted. */
export type NewPet = Flat<NewFields & { id?: never }>;
/** A pet of the catalog. */
export type Pet = Flat<PetFields & { id: string }>;
/** The change of a pet: fields that are left out stay. */
export type PetChanges = Flat<Optional<PetFields>>;
/** An exact pet of a fixture: without `tag` it gets `''`, without `id` the catalog's next one. */
export type FixturePet = Flat<NewFields & { id?: string | undefined }>;
/** The body of every error. */
export type ErrorBody = { error: string };
