import type { Catalog } from '../catalog/catalog.ts';
import { parseQuery } from '../catalog/match.ts';
import type { Pets } from '../catalog/items.ts';
import { show } from '../contract/errors.ts';
import { mapValues } from '../contract/values.ts';
import type { FindCollection } from '../operations/define-collection.ts';
import type { OwnContext } from '../operations/define-operation.ts';
import type { CollectionName } from '../controls/control-table.ts';
import type { Call } from './call.ts';
import { pairsOf } from '../contract/http.ts';

/** The input of an operation, decoded and checked; `undefined` without a schema. */
export type Inputs = Pick<AnyContext, 'params' | 'query' | 'body'>;

type AnyContext = OwnContext<unknown, unknown>;

/** A failure that `fail` has made. */
export interface Failure {
  readonly status: number;
  readonly body: { readonly error: string };
}

/**
 * Creates the context of an operation. It is a class, because an object literal with getters takes as
 * long to make as the rest of a get.
 *
 * @param failures Gets each failure that `fail` makes.
 */
export function createContext(call: Call, inputs: Inputs, failures: Failure[]): AnyContext {
  return new CallContext(call, inputs, failures);
}

class CallContext implements AnyContext {
  readonly params: OwnContext['params'];
  readonly body: unknown;
  readonly apiKey: string | undefined;
  readonly catalog: Catalog;
  readonly path: string;
  /** Functions that the operation may take out of the context. */
  readonly fail: OwnContext['fail'];
  readonly #call: Call;
  readonly #query: unknown;
  #pets: Pets | undefined;

  constructor(call: Call, inputs: Inputs, failures: Failure[]) {
    const { mount = '', path } = call.request;
    this.params = inputs.params;
    this.body = inputs.body;
    this.apiKey = call.record.apiKey;
    this.catalog = call.catalog;
    this.path = mount + path.replace(/\/$/, '');
    this.fail = (status, message) => {
      const failure = toFailure(status, message);
      failures.push(failure);
      return failure;
    };
    this.#call = call;
    this.#query = inputs.query;
  }

  // Most operations do not use these, and they take time to make.
  get query(): unknown {
    return this.#query ?? parseQuery(this.#call.request.query);
  }

  get headers(): Headers {
    return new Headers(pairsOf(this.#call.request.rawHeaders));
  }

  get pets(): Pets {
    const { pets, remove } = this.catalog;
    return (this.#pets ??= untilReset(this.#call, pets, remove));
  }

  get collection(): FindCollection {
    const call = this.#call;
    const find = (of: CollectionName) => {
      const { items, remove } = call.catalog.collection(of);
      return untilReset(call, items, remove);
    };
    return find as FindCollection;
  }
}

/** @throws TypeError if the operation gives another status or message. */
function toFailure(status: number, message: string): Failure {
  if (!(status >= 400 && status <= 599)) {
    throw new TypeError(`fail() takes a status from 400 to 599, not ${show(status)}`);
  }
  if (typeof message !== 'string') {
    throw new TypeError(`fail() takes a message that is text, not ${show(message)}`);
  }
  return { status, body: { error: message } };
}

/**
 * Returns the members of pets or of a collection. After a reset they throw, so that the operation cannot
 * change the new ones.
 */
function untilReset<T extends object>(
  { lifetime, record }: Call,
  items: T,
  remove: (id: string, by?: number) => boolean,
): T {
  const members = { ...items, remove: (id: string) => remove(id, record.id) };
  return mapValues(members as Record<string, unknown>, (member) => (...given: never[]) => {
    if (!lifetime.over) return (member as (...args: never[]) => unknown)(...given);
    throw new Error('The catalog was reset while this operation was running');
  }) as unknown as T;
}
