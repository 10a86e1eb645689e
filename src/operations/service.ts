import type { Catalog } from '../catalog/catalog.ts';
import { createEra } from '../catalog/era.ts';
import type { Catalogs } from '../catalog/catalogs.ts';
import type { CatalogSettings } from '../catalog/options.ts';
import { allowOf, methodsOf } from '../contract/operations.ts';
import { readApiKey, refuseKey } from './api-key.ts';
import { createPet, isAnswer, readPetBody, type Body } from './create-pet.ts';
import { getPet } from './get-pet.ts';
import { listPets } from './list-pets.ts';
import { createLocate, type Locate, type Place } from './place.ts';
import { complete, problem, type Answer } from './replies.ts';
import type { Reply, ServiceRequest } from './request.ts';
import { findTrouble, type Trouble } from './trouble.ts';
import { wait } from './waiting.ts';

/** The service without a host: a request in, a reply out. */
export interface Service {
  readonly settings: CatalogSettings;
  readonly catalogs: Catalogs;
  /** Which place of the service a path is; what is none is the host's to answer. */
  readonly locate: Locate;
  /** The catalog of a request: its key's when the key is good, else the common one. */
  catalogOf(headers: ServiceRequest['headers']): Catalog;
  /**
   * Answers a request for a place, in the order that the contract gives: method, key, then the
   * request itself. It never rejects. Plain calls of `getPet` and short lists are answered at once.
   */
  answer(request: ServiceRequest, place: Place): Reply | Promise<Reply>;
  /** Ends the calls that hang: their host is closing. */
  endHangs(): void;
}

export function createService(settings: CatalogSettings, catalogs: Catalogs): Service {
  const { apiKeys, delay, maxBodyBytes, maxPets } = settings;
  let hangs = createEra();

  function catalogOf(headers: ServiceRequest['headers']): Catalog {
    const key = readApiKey(headers['x-api-key']);
    return catalogs.of(refuseKey(key, apiKeys) ? undefined : key);
  }

  function answer(request: ServiceRequest, place: Place): Reply | Promise<Reply> {
    const { method, path, query, headers } = request;
    const operation = methodsOf[place.resource][method] ?? null;
    const apiKey = readApiKey(headers['x-api-key']);
    const refusal = refuseKey(apiKey, apiKeys);
    const catalog = catalogs.of(refusal ? undefined : apiKey);
    const record =
      request.record ??
      catalog.journal.begin({
        method,
        path: (request.mount ?? '') + path,
        query,
        operation,
        apiKey,
      });
    record.operation = operation;

    if (operation === null) {
      const allow = { allow: allowOf[place.resource] };
      return end(
        method === 'OPTIONS'
          ? { status: 204, body: null, headers: allow }
          : problem(405, `The method ${method.slice(0, 20)} is not allowed here`, allow),
      );
    }
    if (refusal) return end(refusal);
    if (operation === 'createPet') return create();
    return read(operation);

    function read(name: 'getPet' | 'listPets'): Reply | Promise<Reply> {
      const trouble = findTrouble(catalog, name, headers, delay);
      return trouble ? suffer(trouble, () => perform(name)) : finish(perform(name));
    }

    function perform(name: 'getPet' | 'listPets'): Answer | Promise<Answer> {
      return name === 'getPet' ? getPet(catalog, place.rawId) : listPets(catalog, query);
    }

    async function create(): Promise<Reply> {
      const { era } = catalog;
      let body: Body | Answer;
      try {
        body = await readPetBody(request, maxBodyBytes);
      } catch {
        return vanish();
      }
      if (isAnswer(body)) return end(body);
      record.requestBody = body.text ?? new TextDecoder().decode(body.raw);
      if (era.over) return end(cutOff());
      const whole = body;
      const trouble = findTrouble(catalog, 'createPet', headers, delay);
      if (!trouble) return end(createPet(catalog, request, whole, maxPets));
      // A faulted call changes nothing, unless it is only slowed.
      return suffer(trouble, () =>
        createPet(catalog, request, whole, maxPets, trouble.network !== undefined),
      );
    }

    async function suffer(trouble: Trouble, work: () => Answer | Promise<Answer>): Promise<Reply> {
      const { era } = catalog;
      record.fault = trouble.name;
      if (trouble.network === 'hang') {
        catalog.journal.waiting(record);
        await wait(Infinity, [era, hangs], request.signal);
        return vanish();
      }
      if (trouble.delay > 0) {
        catalog.journal.waiting(record);
        const outcome = await wait(trouble.delay, [era], request.signal);
        if (outcome === 'gone') return vanish();
        if (outcome === 'cut') return end(cutOff());
      }
      if (trouble.network === 'reset' || trouble.network === 'empty') {
        return { ...vanish(), network: trouble.network };
      }
      const reply = end(
        trouble.status === undefined ? await work() : problem(trouble.status, trouble.error),
        trouble.applied,
      );
      return trouble.network === 'truncate' ? { ...reply, network: 'truncate' } : reply;
    }

    function finish(answered: Answer | Promise<Answer>): Reply | Promise<Reply> {
      return answered instanceof Promise ? answered.then((one) => end(one)) : end(answered);
    }

    function end(answered: Answer, applied?: string): Reply {
      const reply = complete(answered, record, applied);
      if (reply.body !== null) record.responseBody = beginning(reply.body);
      catalog.journal.end(record, reply.status);
      return reply;
    }

    /** There is nobody to answer, or nothing: the connection is closed. */
    function vanish(): Reply {
      catalog.journal.end(record, null);
      return { status: 503, headers: {}, body: null, network: 'empty', record };
    }
  }

  return {
    settings,
    catalogs,
    locate: createLocate(settings.baseUrl),
    catalogOf,
    answer,
    endHangs() {
      hangs.end();
      hangs = createEra();
    },
  };
}

/** What is answered to a call that was waiting when its catalog was reset. */
function cutOff(): Answer {
  return problem(503, 'The catalog was reset while this request was in flight; send it again');
}

/** As much of a body as the journal could keep. */
function beginning(body: NonNullable<Reply['body']>): string {
  if (typeof body === 'string') return body;
  for (const text of body) return text;
  return '';
}
