import type { Catalog } from '../catalog/catalog.ts';
import { parseQuery } from '../catalog/match.ts';
import type { OperationContext, OperationResponse } from '../operations/operation.ts';
import type { Pets } from '../catalog/pets.ts';
import { show } from '../contract/errors.ts';
import { mapValues } from '../contract/map-values.ts';
import { pairsOf } from './headers.ts';
import type { Context } from './request.ts';

/** What an operation has been asked, decoded and checked: `undefined` where nothing checks it. */
export type Inputs = Pick<OperationContext, 'params' | 'query' | 'body'>;

type Failure = { readonly status: number; readonly body: { readonly error: string } };

/** What one run of an operation is given. What takes time to make is made when it is asked for. */
export class CallContext implements OperationContext {
  readonly #call: Context;
  readonly #inputs: Inputs;
  #failures: Failure[] | undefined;
  #pets: Pets | undefined;

  constructor(call: Context, inputs: Inputs) {
    this.#call = call;
    this.#inputs = inputs;
  }
  get params() {
    return this.#inputs.params;
  }
  get query() {
    return this.#inputs.query ?? parseQuery(this.#call.request.query);
  }
  get body() {
    return this.#inputs.body;
  }
  get headers() {
    return new Headers(pairsOf(this.#call.request.rawHeaders));
  }
  get apiKey() {
    return this.#call.record.apiKey;
  }
  get path() {
    const { mount = '', path } = this.#call.request;
    return mount + path.replace(/\/$/, '');
  }
  get pets() {
    return (this.#pets ??= this.#guardedPets());
  }
  #guardedPets(): Pets {
    const { catalog, lifetime, record } = this.#call;
    const { pets, remove } = catalog;
    const members: Record<string, unknown> = {
      ...pets,
      remove: (id: string) => remove(id, record.id),
    };
    // What still runs after a reset must not reach the new state.
    return mapValues(members, (member) => (...given: never[]) => {
      if (!lifetime.over) return (member as (...args: never[]) => unknown)(...given);
      throw new Error('The catalog was reset while this operation was running');
    }) as unknown as Pets;
  }
  get fail() {
    return (status: number, message: string): OperationResponse => {
      if (!(status >= 400 && status <= 599)) {
        throw new TypeError(`fail() takes a status from 400 to 599, not ${show(status)}`);
      }
      if (typeof message !== 'string') {
        throw new TypeError(`fail() takes a message that is text, not ${show(message)}`);
      }
      const failure = { status, body: { error: message } };
      (this.#failures ??= []).push(failure);
      return failure;
    };
  }
  /** What its `fail` has given: an operation may forget to return it. */
  static failuresOf(this: void, context: OperationContext): readonly Failure[] {
    return (context as CallContext).#failures ?? [];
  }
  /** For the service's own operations. */
  static catalogOf(this: void, context: OperationContext): Catalog {
    return (context as CallContext).#call.catalog;
  }
}

export const { catalogOf, failuresOf } = CallContext;
