import { alba, byRow, get, ok, refused, serviceCase, type Expected } from './case.ts';

/** Gets the first pet of the list; each row looks at its own part of the answer. */
const gets = (what: string, segment = '{pet}') =>
  serviceCase(`gets a pet ${what}`, get(segment), ok(alba), { pets: 1 });

const notFound: Expected = { status: 404, json: { error: 'Pet not found' } };

const misses = (what: string, segment: string, pets = 0) =>
  serviceCase(`answers 404 for ${what}`, get(segment), notFound, { pets });

const refuses = (what: string, escape: string) =>
  serviceCase(
    `refuses ${what} in a pet id with 400`,
    get(escape),
    refused(400, /malformed percent-escape/),
  );

export const getPetCases = byRow({
  'Success statuses': [
    gets('by its id'),
    serviceCase('gets a pet after others were created', get('{pet}'), ok(alba), {
      pets: 1,
      before: 2,
    }),
  ],
  'Not found': [
    misses('an id that no pet has', '{unknown}'),
    misses('an id with a blank after it', '{pet}%20', 1),
    misses('an id that begins with an escaped slash', '%2F{pet}', 1),
    misses('__proto__', '__proto__'),
    misses('constructor', 'constructor'),
    misses('a number', '0'),
  ],
  'A pet without a tag': [gets('with a tag where there is none')],
  'The form of id': [gets('with an id that is a string')],
  'id in a create': [gets('with no fields but its own')],
  'name and tag': [gets('with a name and a tag that are strings')],
  Paths: [
    gets('and ignores a query', '{pet}?limit=x&id=1'),
    gets('whose id is escaped where it need not be', '{escaped}'),
    gets('and tolerates a trailing slash', '{pet}/'),
    refuses('a single percent sign', '%'),
    refuses('an escape that is not hexadecimal', '%zz'),
    refuses('bytes that are not UTF-8', '%FF'),
  ],
});
