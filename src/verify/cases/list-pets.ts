import { alba, bruno, byRow, cleo, create, list, ok, refused, sentence } from './case.ts';

const all = ok([alba, bruno, cleo]);
const first3 = list('?limit=3');
const oneMore = { before: [create({ name: 'Dora' })] };

const lists = (what: string, query: string, count: number) =>
  sentence(`lists ${what}`, list(`?${query}`), ok([alba, bruno, cleo].slice(0, count)));

const listsAll = (what: string, query: string) =>
  sentence(
    `lists all pets ${what} when one more was created`,
    list(query),
    { status: 200 },
    oneMore,
  );

const refuses = (what: string, query: string, error = /"limit".*digits/) =>
  sentence(`refuses ${what} for a limit with 400`, list(`?${query}`), refused(400, error));

/** Pets as they are listed; each row looks at what it is about. */
const answers = (what: string) => sentence(`lists pets with ${what}`, {}, all);

export const listPetsCases = byRow({
  'A pet without a tag': [answers('a tag where there is none')],
  'The form of id': [answers('ids that are strings')],
  'id in a create': [answers('no fields but their own')],
  'name and tag': [answers('names and tags that are strings')],
  'Success statuses': [
    sentence('lists the pets that there are', {}, all),
    sentence('lists no pets when there are none', {}, ok([]), { options: { fixtures: [] } }),
  ],
  'Order of the list': [
    sentence('lists all pets in the order in which they were created', {}, all),
    sentence('lists seeded pets before those that were created later', first3, all, oneMore),
  ],
  limit: [
    listsAll('without a limit', ''),
    listsAll('for a limit of a million', '?limit=1000000'),
    lists('the first pet for a limit of 1', 'limit=1', 1),
    lists('the first two pets for a limit of 2', 'limit=2', 2),
    lists('all pets for a limit of just as many', 'limit=3', 3),
    lists('all pets for a limit of more than there are', 'limit=4', 3),
    lists('no pets for a limit of 0', 'limit=0', 0),
    lists('no pets for a limit of many zeros', 'limit=0000', 0),
    lists('two pets for a limit with zeros before it', 'limit=0002', 2),
    lists('two pets for a limit that is escaped', 'limit=%32', 2),
    lists('two pets for a limit whose name is escaped', '%6Cimit=2', 2),
    lists('all pets for a limit of 2^53', 'limit=9007199254740993', 3),
    lists('all pets for a limit of four hundred digits', `limit=${'9'.repeat(400)}`, 3),
    lists('two pets beside other query parameters', 'tag=cat&limit=2&offset=1&limits=x', 2),
    lists('all pets for an empty query', '', 3),
    lists('all pets for a limit in another letter case', 'LIMIT=1', 3),
    lists('all pets for a parameter that only contains the word', 'xlimit=1&limit[]=1', 3),
    lists('all pets for a parameter whose name begins with a question mark', '?limit=x', 3),
    lists('all pets beside a parameter with a malformed escape', 'x=%zz', 3),
    lists('two pets among empty parameters', '&&limit=2&', 2),
    refuses('nothing', 'limit='),
    refuses('no value', 'limit'),
    refuses('a negative number', 'limit=-1'),
    refuses('minus zero', 'limit=-0'),
    refuses('a plus sign', 'limit=%2B1'),
    refuses('a plus sign that is not escaped, which is a blank', 'limit=+1'),
    refuses('a fraction', 'limit=1.5'),
    refuses('a whole number with a point', 'limit=1.0'),
    refuses('an exponent', 'limit=1e1'),
    refuses('hexadecimal digits', 'limit=0x1'),
    refuses('a blank before the digits', 'limit=%201'),
    refuses('a blank after the digits', 'limit=1%20'),
    refuses('a line break after the digits', 'limit=1%0A'),
    refuses('a word', 'limit=ten'),
    refuses('null', 'limit=null'),
    refuses('Infinity', 'limit=Infinity'),
    refuses('NaN', 'limit=NaN'),
    refuses('a list', 'limit=1,2'),
    refuses('a number with separators', 'limit=1_000'),
    refuses('a BigInt', 'limit=1n'),
    refuses('digits of another script', 'limit=%D9%A1'),
    refuses('full-width digits', 'limit=%EF%BC%91'),
    refuses('a null character', 'limit=%00'),
    refuses('a malformed escape', 'limit=%zz'),
    refuses('two numbers', 'limit=1&limit=2', /"limit".*once/),
    refuses('the same number twice', 'limit=1&limit=1', /"limit".*once/),
    refuses('a number once more under an escaped name', 'limit=1&%6cimit=1', /"limit".*once/),
  ],
});
