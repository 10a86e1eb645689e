import { createPetCatalog, type PetCatalog, type PetCatalogOptions } from '../../src/index.ts';
import type { ServiceResponse } from '../../src/operations/response.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { complete, type CaseRequest } from '../../src/verify/cases/case.ts';
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

/** Sends a request to the service itself: with many of them, fetch's objects would take most of the time. */
export async function handle(
  catalog: PetCatalog,
  request: CaseRequest = {},
): Promise<ServiceResponse> {
  const { method, path, headers, body } = complete(request);
  const service = serviceOf(catalog);
  return service.handle(
    {
      method,
      path,
      query: '',
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      rawHeaders: [],
      readBody: async () => (typeof body === 'string' ? new TextEncoder().encode(body) : body),
    },
    service.matchRoute(path)!,
  );
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
