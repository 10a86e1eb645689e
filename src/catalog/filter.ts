import type { RequestFilter } from '../contract/requests.ts';
import type { RequestRecord } from './journal.ts';

const fields = ['operation', 'method', 'path', 'status'] as const;
type Field = (typeof fields)[number];

function differs(record: RequestRecord, filter: RequestFilter, field: Field): boolean {
  const wanted = filter[field];
  return wanted !== undefined && wanted !== valueOf(record, field);
}

function valueOf(record: RequestRecord, field: Field): string | number | null {
  return field === 'method' ? record.method.toUpperCase() : record[field];
}

/** Whether a request matches a filter that has been checked. */
export function matches(record: RequestRecord, filter: RequestFilter): boolean {
  return differences(record, filter) === 0;
}

/** In how many fields a request differs. It makes no object: it is called for every request. */
export function differences(record: RequestRecord, filter: RequestFilter): number {
  let count = 0;
  for (const field of fields) if (differs(record, filter, field)) count++;
  return count;
}

/** Why a request is not the one awaited: `status is 404, not 201`. Empty when it is. */
export function mismatch(record: RequestRecord, filter: RequestFilter): string[] {
  const words = fields
    .filter((field) => differs(record, filter, field))
    .map((field) => {
      const value = valueOf(record, field);
      const isOpen = field === 'status' && value === null;
      return `${field} is ${isOpen ? 'not answered yet' : value}, not ${filter[field]}`;
    });
  return record.received ? words : [...words, 'its body has not come whole'];
}

/** A filter in words: `operation getPet, status 404`; `any request` when it is empty. */
export function describe(filter: RequestFilter): string {
  const words = fields
    .filter((field) => filter[field] !== undefined)
    .map((field) => `${field} ${filter[field]}`);
  return words.length > 0 ? words.join(', ') : 'any request';
}
