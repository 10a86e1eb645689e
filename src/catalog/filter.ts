import { check } from '../contract/check.ts';
import { filterSchema, type RequestFilter } from '../contract/control.ts';
import { InvalidInputError } from '../contract/option-error.ts';
import type { RequestRecord } from './journal.ts';

/** @throws InvalidInputError that names the field. */
export function checkFilter(filter: unknown): RequestFilter {
  const checked = check(filterSchema, filter, 'A request filter');
  if (!checked.ok) throw new InvalidInputError(checked.message);
  return checked.value;
}

export function matches(record: RequestRecord, filter: RequestFilter): boolean {
  return mismatch(record, filter).length === 0;
}

/** In what a request differs from a filter: `status is 404, not 201`. Empty when it matches. */
export function mismatch(record: RequestRecord, filter: RequestFilter): string[] {
  const differences: string[] = [];
  const compare = (field: string, wanted: unknown, got: unknown) => {
    if (wanted !== undefined && wanted !== got) {
      const state = got === null && field === 'status' ? 'not answered yet' : `${String(got)}`;
      differences.push(`${field} is ${state}, not ${String(wanted)}`);
    }
  };
  compare('operation', filter.operation, record.operation);
  compare('method', filter.method?.toUpperCase(), record.method.toUpperCase());
  compare('path', filter.path, record.path);
  compare('status', filter.status, record.status);
  return differences;
}

/** A filter in words: `operation getPet, status 404`; `any request` when it is empty. */
export function describe(filter: RequestFilter): string {
  const words = (['operation', 'method', 'path', 'status'] as const).flatMap((field) =>
    filter[field] === undefined ? [] : [`${field} ${String(filter[field])}`],
  );
  return words.length > 0 ? words.join(', ') : 'any request';
}
