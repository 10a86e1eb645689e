import {
  createPetCatalog,
  type Fault,
  type PetCatalog,
  type PetCatalogOptions,
} from '../../src/index.ts';
import type { ServiceResponse } from '../../src/service/response.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { complete, key, type CaseRequest } from '../../src/verify/cases/case.ts';
import { toRequest } from './hosts-in-process.ts';

/** A catalog with no pets, unless the options say otherwise. */
export function emptyCatalog(options: PetCatalogOptions = {}): PetCatalog {
  return createPetCatalog({ fixtures: [], ...options });
}

/** One with these faults, the oldest first. */
export function faultyCatalog(...faults: readonly Fault[]): PetCatalog {
  const catalog = emptyCatalog();
  for (const fault of faults) catalog.faults.add(fault);
  return catalog;
}

/** The names of a catalog's pets, in their order. */
export const namesOf = ({ pets }: Pick<PetCatalog, 'pets'>) => pets.list().map(({ name }) => name);

/** Sends a request to a catalog with no network. */
export async function ask(catalog: PetCatalog, request: CaseRequest = {}): Promise<Response> {
  const response = await catalog.fetch(toRequest(complete(request)));
  if (!response) throw new Error('The catalog left the request alone');
  return response;
}

/** Sends a request to the service itself: with many of them, fetch's objects would take most of the time. */
export function handle(
  catalog: PetCatalog,
  request: CaseRequest = {},
): ServiceResponse | Promise<ServiceResponse> {
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

/** A create whose body comes when the test says so. */
export function slowCreate(catalog: PetCatalog) {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body: stream, duplex: 'half' as const };
  const answered = catalog.fetch(new Request('https://pets.example/v2/pets', init));
  return {
    answered,
    send: (text: string) => controller.enqueue(new TextEncoder().encode(text)),
    end: () => controller.close(),
    breakOff: () => controller.error(new Error('The client has gone')),
  };
}
