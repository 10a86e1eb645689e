import { dialectValues, type Dialect } from '../contract/dialect.ts';
import type { Row } from './rows.ts';
import { compareWith, type Observed } from './verify-service.ts';

/** The row that a field decides. Each row looks at its own decision alone, so no other has to be asked. */
const rowOf: { readonly [K in keyof Dialect]-?: Row } = {
  createStatus: 'Success statuses',
  missingTag: 'A pet without a tag',
  unauthorized: 'Missing or wrong key',
  badLimit: 'limit',
  defaultLimit: 'limit',
  maxLimit: 'limit',
  order: 'Order of the list',
  idForm: 'The form of id',
  givenId: 'id in a create',
  unknownFields: 'id in a create',
  emptyName: 'name and tag',
};
const fields = Object.keys(rowOf) as (keyof Dialect)[];

/**
 * The dialect in which the mock is most like a service: each field is tried with each value, and one that
 * brings the mock nearer stays. Nothing more is asked of the service.
 */
export async function fitDialect(observed: Observed): Promise<Dialect> {
  const limits = limitsOf(observed);
  let best: Dialect = {};
  // Of two fields of one row, the first may help only beside the second.
  for (const name of [...fields, ...fields]) {
    const isLimit = name === 'defaultLimit' || name === 'maxLimit';
    const values = isLimit ? limits[name] : dialectValues[name].slice(1);
    let fewest = await distance(observed, best, rowOf[name]);
    for (const value of fewest === 0 ? [] : values) {
      const tried: Dialect = { ...best, [name]: value };
      const different = await distance(observed, tried, rowOf[name]);
      if (different < fewest) [best, fewest] = [tried, different];
    }
  }
  return withoutIdle(observed, best);
}

/** Leaves out what changes nothing beside the rest. */
async function withoutIdle(observed: Observed, dialect: Dialect): Promise<Dialect> {
  let least = dialect;
  for (const name of fields) {
    if (least[name] === undefined) continue;
    const { [name]: _, ...others } = least;
    const before = await distance(observed, least, rowOf[name]);
    if ((await distance(observed, others, rowOf[name])) <= before) least = others;
  }
  return least;
}

/** What the limits of a service may be, as far as the lengths of its lists tell. */
function limitsOf({ found }: Observed) {
  const lists = [...found.values()].flatMap((observation) => {
    if (typeof observation === 'string' || typeof observation.exchange === 'string') return [];
    const { request, list, collection } = observation.exchange;
    return list ? [{ isPlain: request.path === collection, length: list.length }] : [];
  });
  const plain = lists.filter(({ isPlain }) => isPlain).map(({ length }) => length);
  const longest = Math.max(...lists.map(({ length }) => length));
  return { defaultLimit: [...new Set(plain)], maxLimit: lists.length > 0 ? [longest] : [] };
}

/** How far the mock is from the service in a row: what one takes and the other refuses counts more. */
async function distance(observed: Observed, dialect: Dialect, row: Row): Promise<number> {
  const compared = await compareWith(observed, dialect, row);
  return [...compared.values()].reduce((sum, { differences: [first] }) => {
    const weight = first?.isRefusal ? 3 : 1;
    return first ? sum + weight : sum;
  }, 0);
}
