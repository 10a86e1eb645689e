import { createPetCatalog, type PetCatalog, type PetCatalogOptions } from '../../src/index.ts';
import { complete, type CaseRequest } from '../contract/cases/case.ts';
import { toRequest } from './hosts-in-process.ts';

/** A catalog with no pets, unless the options say otherwise. */
export function emptyCatalog(options: PetCatalogOptions = {}): PetCatalog {
  return createPetCatalog({ fixtures: [], ...options });
}

/** Sends a request to a catalog with no network. */
export async function ask(catalog: PetCatalog, request: CaseRequest = {}): Promise<Response> {
  const response = await catalog.fetch(toRequest(complete(request)));
  if (!response) throw new Error('The catalog left the request alone');
  return response;
}

/** The statuses of so many calls of a kind, one after another. */
export async function statusesOf(
  catalog: PetCatalog,
  count: number,
  request?: CaseRequest,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let call = 0; call < count; call++) statuses.push((await ask(catalog, request)).status);
  return statuses;
}
