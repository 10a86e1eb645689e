import type { Expected, Provided } from './case.ts';
import { byRow, get, getPet, ok, refused, serviceCase, toSegment } from './case.ts';

/** Gets the first pet of the list; each row looks at its own part of the answer. */
const gets = (what: string, path = (segment: string) => segment) =>
  serviceCase(`gets a pet ${what}`, { pets: 1 }, ({ pets }) => ({
    request: get(path(toSegment(pets[0]!.id))),
    expected: ok(pets[0]),
  }));

const notFound: Expected = { status: 404, json: { error: 'Pet not found' } };

const misses = (what: string, segment: string | ((has: Provided) => string), pets = 0) =>
  serviceCase(`answers 404 for ${what}`, { pets }, (has) => ({
    request: get(typeof segment === 'string' ? segment : segment(has)),
    expected: notFound,
  }));

const refuses = (what: string, escape: string) =>
  serviceCase(`refuses ${what} in a pet id with 400`, {}, () => ({
    request: get(escape),
    expected: refused(400, /malformed percent-escape/),
  }));

/** Escapes each byte of a segment. */
function escapeAll(segment: string): string {
  const bytes = new TextEncoder().encode(decodeURIComponent(segment));
  return Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

export const getPetCases = byRow({
  'Success statuses': [
    gets('by its id'),
    serviceCase(
      'gets a pet after others were created',
      { pets: 1, write: true },
      ({ pets, newName: name }) => ({
        before: [{ name }, { name }],
        request: getPet(pets[0]!),
        expected: ok(pets[0]),
      }),
    ),
  ],
  'Not found': [
    misses('an id that no pet has', ({ unknownId }) => unknownId),
    misses('an id with a blank after it', ({ pets }) => `${toSegment(pets[0]!.id)}%20`, 1),
    misses('an id that begins with an escaped slash', ({ pets }) => `%2F${pets[0]!.id}`, 1),
    misses('__proto__', '__proto__'),
    misses('constructor', 'constructor'),
    misses('undefined', 'undefined'),
    misses('null', 'null'),
    misses('a number', '0'),
  ],
  'A pet without a tag': [
    serviceCase(
      'gets a pet that was created without a tag with the empty tag',
      { untagged: true },
      ({ untagged }) => ({ request: getPet(untagged), expected: ok(untagged) }),
    ),
  ],
  'The form of id': [gets('with an id that is a string')],
  'id in a create': [gets('with no fields but its own')],
  'name and tag': [gets('with a name and a tag that are strings')],
  Paths: [
    gets('and ignores a query', (segment) => `${segment}?limit=x&id=1`),
    gets('whose id is escaped where it need not be', escapeAll),
    gets('and tolerates a trailing slash', (segment) => `${segment}/`),
    refuses('a percent sign alone', '%'),
    refuses('an escape that is not hexadecimal', '%zz'),
    refuses('bytes that are not UTF-8', '%FF'),
  ],
});
