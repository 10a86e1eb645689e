import { parseQuery } from '../catalog/match.ts';
import type { Pets } from '../catalog/pets.ts';
import { show } from '../contract/errors.ts';
import { mapValues } from '../contract/map-values.ts';
import type { OwnContext, OperationResponse } from '../operations/define-operation.ts';
import type { Call } from './call.ts';
import { pairsOf } from './headers.ts';

/** The input of an operation, decoded and checked; `undefined` without a schema. */
export type Inputs = Pick<OwnContext, 'params' | 'query' | 'body'>;

/** A failure that `fail` has made. */
export interface Failure {
  readonly status: number;
  readonly body: { readonly error: string };
}

/** Creates the context of an operation. @param failures Gets each failure that `fail` makes. */
export function createContext(call: Call, inputs: Inputs, failures: Failure[]): OwnContext {
  const { catalog, record, request } = call;
  const { mount = '', path } = request;
  let pets: Pets | undefined;
  return {
    params: inputs.params,
    body: inputs.body,
    apiKey: record.apiKey,
    catalog,
    path: mount + path.replace(/\/$/, ''),
    // Most operations do not use these, and they take time to make.
    get query() {
      return inputs.query ?? parseQuery(request.query);
    },
    get headers() {
      return new Headers(pairsOf(request.rawHeaders));
    },
    get pets() {
      return (pets ??= petsUntilReset(call));
    },
    fail(status: number, message: string): OperationResponse {
      if (!(status >= 400 && status <= 599)) {
        throw new TypeError(`fail() takes a status from 400 to 599, not ${show(status)}`);
      }
      if (typeof message !== 'string') {
        throw new TypeError(`fail() takes a message that is text, not ${show(message)}`);
      }
      const failure = { status, body: { error: message } };
      failures.push(failure);
      return failure;
    },
  };
}

/** The pets of the catalog. After a reset they throw, so that the operation cannot change the new ones. */
function petsUntilReset({ catalog, lifetime, record }: Call): Pets {
  const { pets, remove } = catalog;
  const members: Record<string, unknown> = {
    ...pets,
    remove: (id: string) => remove(id, record.id),
  };
  return mapValues(members, (member) => (...given: never[]) => {
    if (!lifetime.over) return (member as (...args: never[]) => unknown)(...given);
    throw new Error('The catalog was reset while this operation was running');
  }) as unknown as Pets;
}
