import type { RequestFilter } from '../contract/control.ts';
import type { RequestRecord } from './journal.ts';

/** Whether a request matches a filter that has been checked. */
export function matches(record: RequestRecord, filter: RequestFilter): boolean {
  return differences(record, filter) === 0;
}

/** In how many fields a request differs. It makes no object: it is asked of every request. */
export function differences(
  record: RequestRecord,
  { operation, method, path, status }: RequestFilter,
): number {
  let count = 0;
  if (operation !== undefined && operation !== record.operation) count++;
  if (method !== undefined && method !== record.method.toUpperCase()) count++;
  if (path !== undefined && path !== record.path) count++;
  if (status !== undefined && status !== record.status) count++;
  return count;
}

/** Why a request is not what a wait is for: `status is 404, not 201`. Empty when it is. */
export function mismatch(record: RequestRecord, filter: RequestFilter): string[] {
  const words: string[] = [];
  const compare = (field: string, wanted: unknown, got: unknown) => {
    if (wanted !== undefined && wanted !== got) {
      const state = got === null && field === 'status' ? 'not answered yet' : `${String(got)}`;
      words.push(`${field} is ${state}, not ${String(wanted)}`);
    }
  };
  compare('operation', filter.operation, record.operation);
  compare('method', filter.method, record.method.toUpperCase());
  compare('path', filter.path, record.path);
  compare('status', filter.status, record.status);
  if (!record.received) words.push('its body has not come whole');
  return words;
}

/** A filter in words: `operation getPet, status 404`; `any request` when it is empty. */
export function describe(filter: RequestFilter): string {
  const words = (['operation', 'method', 'path', 'status'] as const).flatMap((field) =>
    filter[field] === undefined ? [] : [`${field} ${String(filter[field])}`],
  );
  return words.length > 0 ? words.join(', ') : 'any request';
}
