import { isolationHeader } from '../catalog/options.ts';
import type { BaseUrl } from '../contract/base-url.ts';
import type { OperationName } from '../contract/operations.ts';
import { methodsOf } from '../contract/operations.ts';
import type { Place } from '../operations/place.ts';
import type { Service } from '../operations/service.ts';
import { splitUrl, toResponse, toServiceRequest, type Exchange } from './translate.ts';

/** The service as fetch's requests visit it. */
export interface Visits {
  /** The place that a request is for; `undefined` for one that is none of the service's. */
  placeOf(request: Request): Place | undefined;
  /** Whether a request, of the operation's own method, is for its path. */
  isFor(operation: OperationName, request: Request): boolean;
  answer(request: Request): Promise<Response>;
}

/** @param exchangeOf Gives the exchange of the request being handled, from a host that has one. */
export function createVisits(service: Service, exchangeOf?: () => Exchange | undefined): Visits {
  const { baseUrl } = service.settings;
  const isolation = isolationHeader(service.settings)?.toLowerCase();

  function placeOf(request: Request): Place | undefined {
    const { origin, path } = splitUrl(request.url);
    return isOrigin(origin, baseUrl) ? service.locate(path) : undefined;
  }

  return {
    placeOf,
    isFor(operation, request) {
      const place = placeOf(request);
      return place !== undefined && methodsOf[place.resource][request.method] === operation;
    },
    async answer(request) {
      const { path, query } = splitUrl(request.url);
      const exchange = exchangeOf?.();
      const reply = await service.answer(
        toServiceRequest(request, path, query, isolation, exchange),
        service.locate(path)!,
      );
      exchange?.onReply(reply);
      return toResponse(reply);
    },
  };
}

function isOrigin(origin: string, { origin: wanted }: BaseUrl): boolean {
  return wanted === null || wanted === origin;
}
