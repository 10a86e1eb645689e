import { dialectValues, type Dialect } from '../contract/dialect.ts';
import type { Row } from './report.ts';
import type { Observed } from './observe.ts';
import { isSuccess } from './play.ts';
import { compareAll } from './against-mock.ts';

/** The row that each field decides. */
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
 * Finds the dialect in which the mock is most like a service. It tries each value of each field, and keeps
 * a value that brings the mock nearer. It sends nothing to the service.
 */
export async function fitDialect(observed: Observed): Promise<Dialect> {
  const limits = limitsOf(observed);
  let best: Dialect = {};
  // A field may help only together with a later one, so all are tried again while one has helped.
  for (let pass = 0; pass < 3; pass++) {
    const before = JSON.stringify(best);
    for (const name of fields) best = await improve(name, best);
    if (JSON.stringify(best) === before) break;
  }
  return best;

  async function improve(name: keyof Dialect, start: Dialect): Promise<Dialect> {
    const isLimit = name === 'defaultLimit' || name === 'maxLimit';
    const values = isLimit ? limits[name] : dialectValues[name].slice(1);
    const { [name]: own, ...others } = start;
    let nearest = start;
    let fewest = Infinity;
    // `undefined` comes first, so that a value that does not help is left out.
    for (const value of new Set([undefined, own, ...values])) {
      if (fewest === 0) break;
      const tried = value === undefined ? others : { ...others, [name]: value };
      const different = await distance(observed, tried, rowOf[name]);
      if (different < fewest) [nearest, fewest] = [tried, different];
    }
    return nearest;
  }
}

/** Guesses the limits of a service from the lengths of its lists. */
function limitsOf({ found, ground }: Observed) {
  const collection = `${ground.basePath}/pets`;
  const lists = [...found.values()]
    .flatMap((one) => (typeof one === 'object' && typeof one.answer === 'object' ? one.answer : []))
    .filter(({ json }) => Array.isArray(json));
  const plain = lists.filter(({ request }) => request.path === collection);
  return {
    defaultLimit: [...new Set(plain.map(({ count }) => count))],
    maxLimit: lists.length > 0 ? [Math.max(...lists.map(({ count }) => count))] : [],
  };
}

/**
 * Measures how far the mock is from the service in a row. A request that one takes and the other refuses
 * counts three times, and another status a little more than another body.
 */
async function distance(observed: Observed, dialect: Dialect, row: Row): Promise<number> {
  let sum = 0;
  for (const { differences, mock, answer } of await compareAll(observed, dialect, row)) {
    if (differences.length === 0) continue;
    const isTaken = typeof answer === 'object' && isSuccess(answer);
    if (isTaken !== isSuccess(mock)) sum += 3;
    else sum += typeof answer === 'object' && answer.status === mock.status ? 1 : 1.01;
  }
  return sum;
}
