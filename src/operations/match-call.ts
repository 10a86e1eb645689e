import { contains, matchesHeaders, matchesQuery } from '../catalog/match.ts';
import type { FaultMatch } from '../contract/faults.ts';
import { jsonOf } from './read-body.ts';
import type { Context } from './request.ts';
import { decodeId } from './route.ts';

/** The parts of a call that a fault may look at. */
export type MatchedCall = Pick<Context, 'request' | 'route' | 'body' | 'parsed'>;

/** Whether a call is one that a fault is for. */
export function matchesCall({ id, query, header, body }: FaultMatch, call: MatchedCall): boolean {
  const { request, route } = call;
  if (id !== undefined && (route.rawId === '' || decodeId(route.rawId) !== id)) return false;
  if (query !== undefined && !matchesQuery(request.query, query)) return false;
  if (header !== undefined && !matchesHeaders(request.rawHeaders, header)) return false;
  if (body === undefined) return true;
  const sent = jsonOf(call);
  return sent !== undefined && sent.ok && contains(sent.value, body);
}
