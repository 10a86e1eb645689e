import {
  contains,
  matchesHeaders,
  matchesQuery,
  parseHeaders,
  parseQuery,
  rememberLast,
} from '../catalog/match.ts';
import type { FaultMatch } from '../controls/match.ts';
import { decodeSegment } from '../contract/operation-path.ts';
import type { Context } from './request.ts';

/** Tells of one call whether it is among those that a fault is for. */
export function matcherOf({ body: read, request, route }: Context) {
  const readHeaders = rememberLast(parseHeaders);
  const readQuery = rememberLast(parseQuery);
  return ({ id, query, header, body }: FaultMatch): boolean => {
    const last = route.values.at(-1);
    if (id !== undefined && (last === undefined || decodeSegment(last) !== id)) return false;
    if (query !== undefined && !matchesQuery(request.query, query, readQuery)) return false;
    if (header !== undefined && !matchesHeaders(readHeaders(request.rawHeaders), header)) {
      return false;
    }
    if (body === undefined) return true;
    const sent = read?.();
    return sent !== undefined && sent.ok && contains(sent.value, body);
  };
}
