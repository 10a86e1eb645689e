import type { OperationDefinition } from './operation.ts';

/**
 * Defines an operation of the service: routing, checks, faults, the journal, the documents and the
 * dashboard follow from it. It gives what it is given, with its types inferred: `params` from `path`,
 * `query` and `body` from their schemas. A plain object of the same shape is as good.
 *
 * @example
 * const deletePet = defineOperation({
 *   name: 'deletePet',
 *   method: 'DELETE',
 *   path: '/pets/{petId}',
 *   summary: 'Delete a pet',
 *   responses: { 204: 'The pet is gone', 404: 'There is no pet of that id' },
 *   run: ({ params, pets, fail }) =>
 *     pets.remove(params.petId) ? { status: 204 } : fail(404, 'Pet not found'),
 * });
 * const catalog = createPetCatalog({ operations: [deletePet] });
 */
export function defineOperation<
  const Name extends string,
  const Path extends string,
  Query = URLSearchParams,
  Body = undefined,
>(
  operation: OperationDefinition<Name, Path, Query, Body>,
): OperationDefinition<Name, Path, Query, Body> {
  return operation;
}
