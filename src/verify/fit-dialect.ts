import { dialectValues, type Dialect } from '../contract/dialect.ts';
import { isSuccess } from './compare.ts';
import type { Row } from './report.ts';
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
 * brings the mock nearer stays, as long as it does so beside the others. Nothing more is asked of the
 * service.
 */
export async function fitDialect(observed: Observed): Promise<Dialect> {
  const limits = limitsOf(observed);
  let best: Dialect = {};
  // Of two fields of one row, the first may help only beside the second; one may then be idle.
  for (const name of [...fields, ...fields, ...fields]) {
    const isLimit = name === 'defaultLimit' || name === 'maxLimit';
    const values = isLimit ? limits[name] : dialectValues[name].slice(1);
    const start = best;
    const { [name]: own, ...others } = start;
    let fewest = Infinity;
    // Without the field first: one that does not help is idle.
    for (const value of new Set([undefined, own, ...values])) {
      if (fewest === 0) break;
      const tried = value === undefined ? others : { ...start, [name]: value };
      const different = await distance(observed, tried, rowOf[name]);
      if (different < fewest) [best, fewest] = [tried, different];
    }
  }
  return best;
}

/** What the limits of a service may be, as far as the lengths of its lists tell. */
function limitsOf({ found, collection }: Observed) {
  const played = [...found.values()]
    .map((one) => (typeof one === 'string' ? one : one.played))
    .filter((one) => typeof one !== 'string');
  const lengthsOf = (some: typeof played) => some.flatMap(({ list }) => list?.length ?? []);
  const plain = lengthsOf(played.filter(({ request }) => request.path === collection));
  const all = lengthsOf(played);
  return { defaultLimit: [...new Set(plain)], maxLimit: all.length > 0 ? [Math.max(...all)] : [] };
}

/**
 * How far the mock is from the service in a row: what one takes and the other refuses counts more, and
 * so, a little, does another status.
 */
async function distance(observed: Observed, dialect: Dialect, row: Row): Promise<number> {
  let sum = 0;
  for (const { differences, mock, played } of await compareWith(observed, dialect, row)) {
    if (differences.length === 0) continue;
    const isTaken = typeof played === 'object' && isSuccess(played);
    if (isTaken !== isSuccess(mock)) sum += 3;
    else sum += typeof played === 'object' && played.status === mock.status ? 1 : 1.01;
  }
  return sum;
}
