import type { Expected } from './case.ts';
import { alba, bruno, byRow, create, get, ok, refused, sentence } from './case.ts';

function gets(what: string, path: string, id: string) {
  const pet = { name: 'Rex', tag: '', id };
  return sentence(`gets a pet ${what}`, get(path), ok(pet), { options: { fixtures: [pet] } });
}

const notFound: Expected = { status: 404, json: { error: 'Pet not found' } };
const misses = (what: string, path: string) =>
  sentence(`answers 404 for ${what}`, get(path), notFound);

const malformed = refused(400, /malformed percent-escape/);
const refuses = (what: string, path: string) =>
  sentence(`refuses ${what} in a pet id with 400`, get(path), malformed);

const after = { before: [create({ name: 'Dora' }), create({ name: 'Emil' })] };

/** A pet as it is answered; each row looks at what it is about. */
const answers = (what: string) => sentence(`answers a pet with ${what}`, get('alba'), ok(alba));

export const getPetCases = byRow({
  'Success statuses': [
    sentence('gets a pet by its id', get('alba'), ok(alba)),
    sentence('gets a pet after others were created', get('alba'), ok(alba), after),
  ],
  'Not found': [
    misses('an id that no pet has', 'nobody'),
    misses('an id in another letter case', 'ALBA'),
    misses('an id with a blank after it', 'alba%20'),
    misses('an unknown id that holds %2F', 'alba%2Fbruno'),
    misses('an id that begins with an escaped slash', '%2Falba'),
    misses('__proto__', '__proto__'),
    misses('constructor', 'constructor'),
    misses('toString', 'toString'),
    misses('hasOwnProperty', 'hasOwnProperty'),
    misses('undefined', 'undefined'),
    misses('a number', '0'),
    misses('an escaped null character', '%00'),
  ],
  'A pet without a tag': [
    sentence(
      'gets a pet that was created without a tag with the empty tag',
      get('bruno'),
      ok(bruno),
    ),
  ],
  'The form of id': [answers('an id that is a string')],
  'id in a create': [answers('no fields but its own')],
  'name and tag': [answers('a name and a tag that are strings')],
  Paths: [
    sentence('ignores a query on a get', get('alba?limit=x&id=bruno'), ok(alba)),
    gets('whose id needs escapes', 'a%20b%3F%23%25', 'a b?#%'),
    gets('whose id is escaped where it need not be', '%61lb%61', 'alba'),
    gets('by an id in UTF-8', '%F0%9F%90%B6%C3%A4', '🐶ä'),
    gets('whose id holds %2F', 'a%2Fb', 'a/b'),
    gets('whose id holds %2f, in small letters', 'a%2fb', 'a/b'),
    gets('whose id is %2F alone', '%2F', '/'),
    gets('whose id holds a plus sign, which is not a blank', 'a+b', 'a+b'),
    gets('by an id in reserved characters', "a;b=1,c:@!$&'()*", "a;b=1,c:@!$&'()*"),
    gets('whose id is named __proto__', '__proto__', '__proto__'),
    gets('whose id is decoded once and not twice', '%2561', '%61'),
    gets('whose id holds U+0000', 'a%00b', 'a\u0000b'),
    gets('whose id begins with dots', '...', '...'),
    gets('by a long id', 'x'.repeat(4000), 'x'.repeat(4000)),
    refuses('a percent sign alone', '%'),
    refuses('a percent sign at the end', 'alba%'),
    refuses('an escape of one digit', '%4'),
    refuses('an escape that is not hexadecimal', '%zz'),
    refuses('bytes that are not UTF-8', '%FF'),
    refuses('UTF-8 that breaks off', '%C3'),
    refuses('an overlong UTF-8 form', '%C0%AF'),
    refuses('a surrogate in UTF-8', '%ED%A0%80'),
  ],
});
