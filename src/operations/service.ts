import type { Catalog } from '../catalog/catalog.ts';
import { createLifetime } from '../catalog/lifetime.ts';
import type { RequestRecord } from '../catalog/journal.ts';
import type { Catalogs } from '../catalog/catalogs.ts';
import { apiKeyHeader, isolationHeader, type CatalogSettings } from '../catalog/options.ts';
import { errorMessages } from '../contract/error-messages.ts';
import { allowOf, methodsOf, type OperationName } from '../contract/operations.ts';
import { readApiKey, refuseKey } from './authenticate.ts';
import { createPet, readText, refuseBody, tooLarge } from './create-pet.ts';
import { getPet } from './get-pet.ts';
import { listPets } from './list-pets.ts';
import { createRouteMatcher, type MatchRoute, type Route } from './route.ts';
import { errorResult, type Result } from './response.ts';
import type { ServiceRequest } from './request.ts';
import type { ServiceResponse } from './response.ts';
import { cancelled, givesRealAnswer, applyFault } from './apply-fault.ts';
import { resolveFault } from './resolve-fault.ts';
import { end, dropConnection, type Context } from './context.ts';

/** The service without a host: a request in, a response out. */
export interface Service {
  readonly settings: CatalogSettings;
  readonly catalogs: Catalogs;
  /** Which place of the service a path is; what is none is the host's to answer. */
  readonly matchRoute: MatchRoute;
  /**
   * The catalog of a request: its key's when the key is good, that of the value of the header that
   * isolates, or the common one.
   */
  catalogOf(headers: ServiceRequest['headers']): Catalog;
  /** The same, to read: it makes no catalog that is not there. */
  lookAt(headers: ServiceRequest['headers']): Catalog;
  /**
   * Answers a request for a place, in the order that the contract gives: method, key, then the
   * request itself. It never rejects. Plain calls of `getPet` and short lists are answered at once.
   */
  answer(request: ServiceRequest, route: Route): ServiceResponse | Promise<ServiceResponse>;
  /** Ends the calls that hang: their host is closing. */
  endHangs(): void;
}

export function createService(settings: CatalogSettings, catalogs: Catalogs): Service {
  const { apiKeys, maxBodyBytes, maxPets } = settings;
  const isolation = isolationHeader(settings)?.toLowerCase();
  let hangs = createLifetime();

  function keyOf(headers: ServiceRequest['headers']): string | undefined {
    if (isolation === undefined) return undefined;
    const key = readApiKey(headers[isolation]);
    const isRefused = isolation === apiKeyHeader && refuseKey(key, apiKeys) !== undefined;
    return isRefused ? undefined : key;
  }

  const catalogOf: Service['catalogOf'] = (headers) => catalogs.of(keyOf(headers));

  function answer(
    request: ServiceRequest,
    route: Route,
  ): ServiceResponse | Promise<ServiceResponse> {
    const { method, headers } = request;
    const operation = methodsOf[route.resource][method] ?? null;
    const apiKey = readApiKey(headers['x-api-key']);
    const refusal = refuseKey(apiKey, apiKeys);
    const catalog = catalogOf(headers);
    // Of all others, no body is read.
    const received = operation !== 'createPet';
    const record = arrive(catalog, request, operation, received, apiKey);
    const context: Context = { request, catalog, record };

    if (operation === null) return end(context, otherMethod(method, allowOf[route.resource]));
    if (refusal) return end(context, refusal);
    if (operation === 'createPet') return create(context);

    const fault = resolveFault(catalog, operation, headers, settings);
    if (fault) return applyFault(context, fault, () => read(context, operation, route), hangs);
    const answered = read(context, operation, route);
    return answered instanceof Promise
      ? answered.then((late) => end(context, late))
      : end(context, answered);
  }

  function create(context: Context): ServiceResponse | Promise<ServiceResponse> {
    const { request, catalog } = context;
    const { lifetime } = catalog;
    const refusal = refuseBody(request.headers, maxBodyBytes);
    if (refusal) return end(context, refusal);
    return request.readBody(maxBodyBytes).then(
      (bytes) => {
        if (!bytes) return end(context, tooLarge(maxBodyBytes));
        const body = readText(bytes);
        catalog.journal.receive(context.record, body.text, bytes.byteLength);
        if (lifetime.over) return end(context, cancelled());
        const fault = resolveFault(catalog, 'createPet', request.headers, settings);
        if (!fault) return end(context, createPet(catalog, request, body, maxPets));
        // Nothing else may hold on to the body for as long as the call waits.
        if (!givesRealAnswer(fault)) return applyFault(context, fault, undefined, hangs);
        // A faulted call changes nothing, unless it is only slowed.
        const dry = fault.network !== undefined;
        return applyFault(
          context,
          fault,
          () => createPet(catalog, request, body, maxPets, dry),
          hangs,
        );
      },
      () => dropConnection(context),
    );
  }

  return {
    settings,
    catalogs,
    matchRoute: createRouteMatcher(settings.baseUrl),
    catalogOf,
    lookAt: (headers) => catalogs.look(keyOf(headers)),
    answer,
    endHangs() {
      hangs.end();
      hangs = createLifetime();
    },
  };
}

function arrive(
  { journal }: Catalog,
  { method, path, mount = '', query, rawHeaders, record }: ServiceRequest,
  operation: OperationName | null,
  received: boolean,
  apiKey: string | undefined,
): RequestRecord {
  if (!record) {
    return journal.begin(method, mount + path, query, apiKey, operation, received, rawHeaders);
  }
  journal.claim(record, operation, received);
  return record;
}

function read(
  { catalog, request }: Context,
  operation: 'getPet' | 'listPets',
  route: Route,
): Result | Promise<Result> {
  return operation === 'getPet' ? getPet(catalog, route.rawId) : listPets(catalog, request.query);
}

/** `OPTIONS` says what there is; what is not, is refused with the same. */
function otherMethod(method: string, allow: string): Result {
  if (method === 'OPTIONS') return { status: 204, body: null, headers: { allow } };
  return errorResult(405, errorMessages.notAllowed(method.slice(0, 20)), { allow });
}
