import type { Catalog, Replaced } from '../catalog/catalog.ts';
import { createCatalogs, type Catalogs, type CatalogsHost } from '../catalog/catalogs.ts';
import type { RequestRecord } from '../catalog/journal.ts';
import { createLifetime } from '../catalog/lifetime.ts';
import {
  apiKeyHeader,
  isolationHeader,
  resolveCatalogOptions,
  type CatalogSettings,
  type PetCatalogOptions,
} from '../catalog/options.ts';
import { errorMessages } from '../contract/error-messages.ts';
import { allowOf, methodsOf, type OperationName } from '../contract/operations.ts';
import { applyFault } from './apply-fault.ts';
import { authenticate, readApiKey } from './authenticate.ts';
import type { Context, ServiceRequest } from './request.ts';
import { createPet } from './create-pet.ts';
import { getPet } from './get-pet.ts';
import { listPets } from './list-pets.ts';
import { findBodyProblem, receiveBody } from './read-body.ts';
import { createFaultResolver } from './resolve-fault.ts';
import { dropConnection, respond } from './respond.ts';
import { errorResult, type Result, type ServiceResponse } from './response.ts';
import { createRouteMatcher, type MatchRoute, type Route } from './route.ts';

/** The service without a host: a request in, a response out. */
export interface Service {
  /** Those of the start. */
  readonly settings: CatalogSettings;
  readonly catalogs: Catalogs;
  /** `undefined` for a path that is the host's to respond to. */
  readonly matchRoute: MatchRoute;
  /** The catalog of its key or of the header that isolates, else the common one. */
  catalogOf(headers: ServiceRequest['headers']): Catalog;
  /** The same, to read: it makes no catalog that is not there. */
  lookAt(headers: ServiceRequest['headers']): Catalog;
  /**
   * Handles a request for a route. It never rejects. Reads are answered at once, unless a fault
   * applies or the list is long.
   */
  handle(request: ServiceRequest, route: Route): ServiceResponse | Promise<ServiceResponse>;
  /**
   * Gives all catalogs other fixtures or scenarios to start from.
   *
   * @param keep Whether what has happened since stays; otherwise they are reset.
   * @throws OptionError or InvalidInputError, and then nothing has changed.
   */
  replaceStart(
    changes: Pick<PetCatalogOptions, 'fixtures' | 'scenarios'>,
    keep: boolean,
  ): Replaced[];
  /** Ends the calls that hang: their host is closing. */
  endHangs(): void;
}

const operations: Record<OperationName, (context: Context) => Result | Promise<Result>> = {
  createPet,
  getPet,
  listPets,
};

/**
 * The service over catalogs of its own.
 *
 * @throws OptionError that names the option, the value and what is expected.
 */
export function createService(options: PetCatalogOptions, host?: CatalogsHost): Service {
  let given = options;
  const settings = resolveCatalogOptions(options);
  const catalogs = createCatalogs(settings, host);
  const { apiKeys } = settings;
  const isolation = isolationHeader(settings)?.toLowerCase();
  const resolveFault = createFaultResolver(settings);
  let open = createLifetime();

  function isolationKeyOf(headers: ServiceRequest['headers']): string | undefined {
    if (isolation === undefined) return undefined;
    const key = readApiKey(headers[isolation]);
    const isRefused = isolation === apiKeyHeader && authenticate(key, apiKeys) !== undefined;
    return isRefused ? undefined : key;
  }

  const catalogOf: Service['catalogOf'] = (headers) => catalogs.of(isolationKeyOf(headers));

  /**
   * The pipeline, in the order that the contract gives: match the method, authenticate, read the
   * body, resolve faults, run the operation, respond.
   */
  function handle(
    request: ServiceRequest,
    route: Route,
  ): ServiceResponse | Promise<ServiceResponse> {
    const operation = methodsOf[route.resource][request.method];
    const hasBody = operation === 'createPet';
    const apiKey = readApiKey(request.headers['x-api-key']);
    const catalog = catalogOf(request.headers);
    const context: Context = {
      request,
      route,
      settings,
      catalog,
      lifetime: catalog.lifetime,
      record: noteArrival(catalog, request, operation ?? null, !hasBody, apiKey),
      body: undefined,
      parsed: undefined,
      isDryRun: false,
    };

    if (operation === undefined) return respond(context, otherMethod(request.method, route));
    const refusal = authenticate(apiKey, apiKeys);
    if (refusal) return respond(context, refusal);
    if (!hasBody) return run(context, operation);
    const problem = findBodyProblem(request.headers, settings);
    if (problem) return respond(context, errorResult(problem.status, problem.error));
    return request.readBody(settings.maxBodyBytes).then(
      (bytes) => {
        const refused = receiveBody(context, bytes);
        return refused ? respond(context, refused) : run(context, operation);
      },
      () => dropConnection(context),
    );
  }

  function run(
    context: Context,
    operation: OperationName,
  ): ServiceResponse | Promise<ServiceResponse> {
    const fault = resolveFault(context, operation);
    if (fault) return applyFault(context, fault, operations[operation], open);
    const result = operations[operation](context);
    return result instanceof Promise
      ? result.then((late) => respond(context, late))
      : respond(context, result);
  }

  return {
    settings,
    catalogs,
    matchRoute: createRouteMatcher(settings.baseUrl),
    catalogOf,
    lookAt: (headers) => catalogs.look(isolationKeyOf(headers)),
    handle,
    replaceStart(changes, keep) {
      const next = { ...given, ...changes };
      const replaced = catalogs.replaceStart(resolveCatalogOptions(next), keep);
      given = next;
      return replaced;
    },
    endHangs() {
      open.end();
      open = createLifetime();
    },
  };
}

/** Notes a request in the journal, unless its host has done so. */
function noteArrival(
  { journal }: Catalog,
  { method, path, mount = '', query, rawHeaders, record }: ServiceRequest,
  operation: OperationName | null,
  received: boolean,
  apiKey: string | undefined,
): RequestRecord {
  if (!record) {
    return journal.begin({
      method,
      path: mount + path,
      query,
      apiKey,
      operation,
      received,
      rawHeaders,
    });
  }
  journal.claim(record, operation, received);
  return record;
}

/** `OPTIONS` says which methods there are, and so does the refusal of any other. */
function otherMethod(method: string, { resource }: Route): Result {
  const allow = allowOf[resource];
  if (method === 'OPTIONS') return { status: 204, body: null, headers: { allow } };
  return errorResult(405, errorMessages.notAllowed(method.slice(0, 20)), { allow });
}
