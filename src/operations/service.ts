import type { Catalog } from '../catalog/catalog.ts';
import { createEra } from '../catalog/era.ts';
import type { RequestRecord } from '../catalog/journal.ts';
import type { Catalogs } from '../catalog/catalogs.ts';
import { apiKeyHeader, isolationHeader, type CatalogSettings } from '../catalog/options.ts';
import { errorMessages } from '../contract/error-messages.ts';
import { allowOf, methodsOf, type OperationName } from '../contract/operations.ts';
import { readApiKey, refuseKey } from './api-key.ts';
import { createPet, readText, refuseBody, tooLarge } from './create-pet.ts';
import { getPet } from './get-pet.ts';
import { listPets } from './list-pets.ts';
import { createLocate, type Locate, type Place } from './place.ts';
import { problem, type Answer } from './replies.ts';
import type { Reply, ServiceRequest } from './request.ts';
import { cutOff, givesRealAnswer, suffer } from './suffer.ts';
import { findTrouble } from './trouble.ts';
import { end, vanish, type Visit } from './visit.ts';

/** The service without a host: a request in, a reply out. */
export interface Service {
  readonly settings: CatalogSettings;
  readonly catalogs: Catalogs;
  /** Which place of the service a path is; what is none is the host's to answer. */
  readonly locate: Locate;
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
  answer(request: ServiceRequest, place: Place): Reply | Promise<Reply>;
  /** Ends the calls that hang: their host is closing. */
  endHangs(): void;
}

export function createService(settings: CatalogSettings, catalogs: Catalogs): Service {
  const { apiKeys, maxBodyBytes, maxPets } = settings;
  const isolation = isolationHeader(settings)?.toLowerCase();
  let hangs = createEra();

  function keyOf(headers: ServiceRequest['headers']): string | undefined {
    if (isolation === undefined) return undefined;
    const key = readApiKey(headers[isolation]);
    const isRefused = isolation === apiKeyHeader && refuseKey(key, apiKeys) !== undefined;
    return isRefused ? undefined : key;
  }

  const catalogOf: Service['catalogOf'] = (headers) => catalogs.of(keyOf(headers));

  function answer(request: ServiceRequest, place: Place): Reply | Promise<Reply> {
    const { method, headers } = request;
    const operation = methodsOf[place.resource][method] ?? null;
    const apiKey = readApiKey(headers['x-api-key']);
    const refusal = refuseKey(apiKey, apiKeys);
    const catalog = catalogOf(headers);
    // Of all others, no body is read.
    const received = operation !== 'createPet';
    const record = arrive(catalog, request, operation, received, apiKey);
    const visit: Visit = { request, catalog, record };

    if (operation === null) return end(visit, otherMethod(method, allowOf[place.resource]));
    if (refusal) return end(visit, refusal);
    if (operation === 'createPet') return create(visit);

    const trouble = findTrouble(catalog, operation, headers, settings);
    if (trouble) return suffer(visit, trouble, () => read(visit, operation, place), hangs);
    const answered = read(visit, operation, place);
    return answered instanceof Promise
      ? answered.then((late) => end(visit, late))
      : end(visit, answered);
  }

  function create(visit: Visit): Reply | Promise<Reply> {
    const { request, catalog } = visit;
    const { era } = catalog;
    const refusal = refuseBody(request.headers, maxBodyBytes);
    if (refusal) return end(visit, refusal);
    return request.readBody(maxBodyBytes).then(
      (bytes) => {
        if (!bytes) return end(visit, tooLarge(maxBodyBytes));
        const body = readText(bytes);
        catalog.journal.receive(visit.record, body.text, bytes.byteLength);
        if (era.over) return end(visit, cutOff());
        const trouble = findTrouble(catalog, 'createPet', request.headers, settings);
        if (!trouble) return end(visit, createPet(catalog, request, body, maxPets));
        // Nothing else may hold on to the body for as long as the call waits.
        if (!givesRealAnswer(trouble)) return suffer(visit, trouble, undefined, hangs);
        // A faulted call changes nothing, unless it is only slowed.
        const dry = trouble.network !== undefined;
        return suffer(visit, trouble, () => createPet(catalog, request, body, maxPets, dry), hangs);
      },
      () => vanish(visit),
    );
  }

  return {
    settings,
    catalogs,
    locate: createLocate(settings.baseUrl),
    catalogOf,
    lookAt: (headers) => catalogs.look(keyOf(headers)),
    answer,
    endHangs() {
      hangs.end();
      hangs = createEra();
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
  { catalog, request }: Visit,
  operation: 'getPet' | 'listPets',
  place: Place,
): Answer | Promise<Answer> {
  return operation === 'getPet' ? getPet(catalog, place.rawId) : listPets(catalog, request.query);
}

/** `OPTIONS` says what there is; what is not, is refused with the same. */
function otherMethod(method: string, allow: string): Answer {
  if (method === 'OPTIONS') return { status: 204, body: null, headers: { allow } };
  return problem(405, errorMessages.notAllowed(method.slice(0, 20)), { allow });
}
