import { byRow, firstNewId, fixtures, list, ok, refused, serviceCase } from './case.ts';

/** Lists all pets; each row looks at its own part of the answer. */
const listsAll = (what: string, pets = 1, query = '') =>
  serviceCase(`lists ${what}`, list(query), ok(fixtures), { pets });

/** Lists the first pets; a list that ends there must leave one out. */
const listsFirst = (count: number, what: string, query: string) =>
  serviceCase(`lists ${what}`, list(query), ok(fixtures.slice(0, count)), { pets: count + 1 });

const listsOneMore = (what: string, query: string) =>
  serviceCase(
    `lists all pets ${what} when one more was created`,
    list(query),
    { status: 200 },
    { pets: 2, before: 1 },
  );

const refuses = (what: string, query: string, error = /"limit".*digits/) =>
  serviceCase(`refuses ${what} for a limit with 400`, list(`?${query}`), refused(400, error));

export const listPetsCases = byRow({
  'Success statuses': [
    listsAll('the pets that there are'),
    serviceCase('lists no pets when there are none', {}, ok([]), { empty: true }),
  ],
  'A pet without a tag': [listsAll('pets with a tag where there is none')],
  'The form of id': [listsAll('pets with ids that are strings')],
  'id in a create': [listsAll('pets with no fields but their own')],
  'name and tag': [listsAll('pets with names and tags that are strings')],
  'Order of the list': [
    serviceCase(
      'lists all pets in the order in which they were created',
      list(),
      ok([...fixtures, { name: 'Rex', tag: '', id: firstNewId }]),
      { pets: 1, before: 1 },
    ),
  ],
  limit: [
    listsOneMore('without a limit', ''),
    listsOneMore('for a limit of a million', '?limit=1000000'),
    listsFirst(0, 'no pets for a limit of 0', '?limit=0'),
    listsFirst(1, 'the first pet for a limit of 1', '?limit=1'),
    listsFirst(2, 'the first two pets for a limit of 2', '?limit=2'),
    listsFirst(2, 'two pets for a limit with zeros before it', '?limit=0002'),
    listsFirst(2, 'two pets for a limit that is escaped', '?limit=%32'),
    listsFirst(2, 'two pets beside other query parameters', '?tag=cat&limit=2&offset=1&limits=x'),
    listsAll('all pets for a limit of more than there are', 1, '?limit=999999'),
    listsAll('all pets for a limit of four hundred digits', 1, `?limit=${'9'.repeat(400)}`),
    listsAll('all pets for an empty query', 1, '?'),
    listsAll('all pets for a limit in another letter case', 2, '?LIMIT=1'),
    refuses('nothing', 'limit='),
    refuses('no value', 'limit'),
    refuses('a negative number', 'limit=-1'),
    refuses('a plus sign', 'limit=%2B1'),
    refuses('a fraction', 'limit=1.5'),
    refuses('an exponent', 'limit=1e1'),
    refuses('hexadecimal digits', 'limit=0x1'),
    refuses('a blank before the digits', 'limit=%201'),
    refuses('a word', 'limit=ten'),
    refuses('two numbers', 'limit=1&limit=2', /"limit".*once/),
  ],
});
