import type { Catalog } from '../catalog/catalog.ts';
import type { Lifetime } from '../catalog/lifetime.ts';
import type { CatalogSettings } from '../catalog/options.ts';
import { errorMessages } from '../contract/error-messages.ts';
import { applyFaults } from './apply-faults.ts';
import { authenticate, readApiKey } from './authenticate.ts';
import type { Arrived, Call } from './call.ts';
import { findHeadError, readBody } from './read-body.ts';
import type { Route, ServiceRequest } from './request.ts';
import {
  withoutResponse,
  respond,
  errorResult,
  type MaybeLater,
  type Result,
  type ServiceResponse,
} from './response.ts';
import { runOperation } from './run-operation.ts';

/** The parts of the service that the steps need. */
export interface HandleOptions {
  readonly settings: CatalogSettings;
  /** Finds the catalog of a request. */
  catalogOf(headers: ServiceRequest['headers']): Catalog;
  /** Ends when the host closes, which ends the calls that a fault holds. */
  open(): Lifetime;
  /** Logs an error that an operation threw. */
  onError(error: Error): void;
}

/** Answers a request for a path of the service. It never throws or rejects. */
export type Handle = (request: ServiceRequest, route: Route) => MaybeLater<ServiceResponse>;

/**
 * Creates the pipeline. A step that has a result ends the call, and the later steps do not run.
 * A read without a fault is answered without a promise: a promise costs a tenth of such a request.
 */
export function createHandle({ settings, catalogOf, open, onError }: HandleOptions): Handle {
  return (request, route) => {
    const arrived = arrive(request, route);
    const call = match(arrived);
    if (!call) return respond(arrived, answerOtherMethod(arrived));

    const keyError = checkKey(call);
    if (keyError) return respond(call, keyError);

    if (!call.operation.body) return answer(call);
    const headError = findHeadError(call);
    if (headError) return respond(call, headError);
    return readBody(call).then((bodyError) => {
      if (bodyError) return respond(call, bodyError);
      return request.isGone?.() ? withoutResponse(call) : answer(call);
    });
  };

  function answer(call: Call): MaybeLater<ServiceResponse> {
    const run = () => runOperation(call, onError);
    const faulty = applyFaults(call, { run, open, onError });
    if (faulty) return faulty;
    const result = run();
    return result instanceof Promise
      ? result.then((late) => respond(call, late))
      : respond(call, result);
  }

  /** Finds the catalog, and writes the request to its journal. */
  function arrive(request: ServiceRequest, route: Route): Arrived {
    const { method, mount = '', path, query, rawHeaders, headers } = request;
    const operation = route.resource.operations[method]?.operation;
    const catalog = catalogOf(headers);
    const { journal, lifetime } = catalog;
    const arrival = {
      method,
      path: mount + path,
      mount,
      origin: request.origin,
      query,
      rawHeaders,
      apiKey: readApiKey(headers['x-api-key']),
      operation: operation?.name ?? null,
      received: !operation?.body,
    };
    // A host may have written it at the arrival of the head.
    const record = request.record ?? journal.begin(arrival);
    if (request.record) journal.claim(record, arrival);
    return { request, route, settings, catalog, lifetime, record };
  }

  function match(arrived: Arrived): Call | undefined {
    const { route, request } = arrived;
    const routed = route.resource.operations[request.method];
    if (!routed) return undefined;
    const { operation, params: paramNames } = routed;
    const { catalog, lifetime, record } = arrived;
    // A spread takes eight times as long: 4 µs of a get.
    return {
      request,
      route,
      settings,
      catalog,
      lifetime,
      record,
      operation,
      paramNames,
      body: undefined,
    };
  }

  function checkKey({ operation, record }: Call): Result | undefined {
    if (operation.isOpen) return undefined;
    return authenticate(record.apiKey, settings.apiKeys, settings.dialect);
  }
}

/** Answers `OPTIONS`, which needs no operation, and refuses every other method that has none. */
function answerOtherMethod({ request, route }: Arrived): Result {
  const { method } = request;
  const { allow } = route.resource;
  if (method === 'OPTIONS') return { status: 204, body: null, headers: { allow } };
  return errorResult(405, errorMessages.notAllowed(method.slice(0, 20)), { allow });
}
