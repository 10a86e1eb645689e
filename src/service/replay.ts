import { parseHeaders } from '../catalog/match.ts';
import type { RequestRecord } from '../catalog/record.ts';
import type { Route, ServiceRequest } from './request.ts';
import type { MaybeLater, ServiceResponse } from './response.ts';

/** The parts of a service that send a call. */
interface Sender {
  matchRoute(path: string): Route | undefined;
  handle(request: ServiceRequest, route: Route): MaybeLater<ServiceResponse>;
}

/**
 * Sends a recorded call to its operation again, with the headers and the body that it had.
 *
 * @returns The record of the new call; `undefined` if the service no longer has the path.
 */
export async function replayCall(
  service: Sender,
  sent: RequestRecord,
  signal = new AbortController().signal,
): Promise<RequestRecord | undefined> {
  const { method, mount = '', origin, query, requestHeaders: rawHeaders = [], requestBody } = sent;
  const path = sent.path.slice(mount.length);
  const route = service.matchRoute(path);
  if (!route?.resource.operations[method]) return undefined;
  const body = new TextEncoder().encode(requestBody);
  const request = {
    method,
    mount,
    origin,
    path,
    query,
    headers: Object.fromEntries(parseHeaders(rawHeaders)),
    rawHeaders,
    readBody: (limit: number) => Promise.resolve(body.length > limit ? undefined : body),
    signal: () => signal,
  };
  const { record, dribble } = await service.handle(request, route);
  // The call ends when its response has been read.
  if (dribble) for await (const part of dribble(signal)) void part;
  return record;
}
