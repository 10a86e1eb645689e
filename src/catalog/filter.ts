import type { RequestFilter } from '../contract/requests.ts';
import {
  hasBody,
  hasHeaders,
  hasMethod,
  hasPath,
  hasQuery,
  hasStatus,
  hasText,
  isHit,
  isOperation,
  type Condition,
  type ConditionTools,
} from './conditions.ts';
import type { RequestRecord } from './journal.ts';

/** A filter, ready to be held against many requests. */
export interface Matcher {
  readonly filter: RequestFilter;
  matches(record: RequestRecord): boolean;
  /** How far a request is from what is wanted; 0 when it matches and has come whole. */
  distance(record: RequestRecord): number;
  /** Why a request is not what is wanted: `status is 404, not 201`. */
  explain(record: RequestRecord): string[];
  /** In words: `operation getPet, status 404`; `any request` when all match. */
  readonly words: string;
}

/** How much it takes from a request that its body has not come whole. */
const unreceived = 2;

/** @param filter One that has been checked. */
export function createMatcher(filter: RequestFilter, tools: ConditionTools): Matcher {
  const conditions = conditionsOf(filter, tools);
  return {
    filter,
    matches: (record) => conditions.every((condition) => condition.matches(record)),
    distance: (record) =>
      conditions.reduce((sum, condition) => sum + condition.distance(record), 0) +
      (record.received ? 0 : unreceived),
    explain(record) {
      const words = conditions
        .filter((condition) => !condition.matches(record))
        .flatMap((condition) => condition.explain(record));
      return record.received ? words : [...words, 'its body has not come whole'];
    },
    get words() {
      return conditions.map(({ words }) => words).join(', ') || 'any request';
    },
  };
}

/** The cheap ones come first, as most requests differ there. */
function conditionsOf(filter: RequestFilter, tools: ConditionTools): Condition[] {
  const { operation, method, path, status, query, fault, header, body, text } = filter;
  const conditions: Condition[] = [];
  if (operation !== undefined) conditions.push(isOperation(operation));
  if (method !== undefined) conditions.push(hasMethod(method));
  if (path !== undefined) conditions.push(hasPath(path, tools));
  if (status !== undefined) conditions.push(hasStatus(status));
  if (fault !== undefined) conditions.push(isHit(fault));
  if (isAsked(query)) conditions.push(hasQuery(query, tools));
  if (isAsked(header)) conditions.push(hasHeaders(header, tools));
  if (text !== undefined) conditions.push(hasText(text, tools));
  if (body !== undefined) conditions.push(hasBody(body, tools));
  return conditions;
}

/** An object without fields asks for nothing; the empty text asks for an empty query. */
function isAsked<T extends object | string>(wanted: T | undefined): wanted is T {
  return typeof wanted === 'object' ? Object.keys(wanted).length > 0 : wanted !== undefined;
}
