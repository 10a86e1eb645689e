import { expect } from 'vitest';
import type { RequestFilter, VerifyOptions } from '../controls/requests.ts';
import type { Requests } from '../catalog/requests.ts';

declare global {
  // vitest's own `Matchers` has other type parameters in each version. All versions extend Chai's
  // assertions.
  // oxlint-disable-next-line typescript/no-namespace -- Chai's types are a global namespace.
  namespace Chai {
    interface Assertion {
      /**
       * Expects that a catalog has received requests: at least one that matches, or as many as the
       * options say. It fails with the message of `catalog.requests.verify(...)`.
       *
       * @example
       * expect(catalog).toHaveReceived({ operation: 'createPet', body: { name: 'Rex' } }, { count: 1 });
       */
      toHaveReceived(filter?: RequestFilter, options?: VerifyOptions): void;
    }
  }
}

expect.extend({
  toHaveReceived(received: unknown, filter?: RequestFilter, options?: VerifyOptions) {
    const { verify, count } = requestsOf(received);
    const missed = failureOf(() => verify(filter, options));
    if (missed !== undefined) return { pass: false, message: () => missed };
    const unwanted = () =>
      options === undefined
        ? failureOf(() => verify(filter, { count: 0 }))!
        : `Expected another number of requests, but saw ${count(filter)}.`;
    return { pass: true, message: unwanted };
  },
});

/** Returns the message of the `VerificationError`, or `undefined`. */
function failureOf(verify: () => number): string | undefined {
  try {
    verify();
    return undefined;
  } catch (error) {
    if (error instanceof Error && error.name === 'VerificationError') return error.message;
    throw error;
  }
}

function requestsOf(received: unknown): Requests {
  const { requests, health } = Object(received) as { requests?: Requests; health?: unknown };
  // The `verify` of a server returns a promise, which an expectation would not await.
  if (health === undefined && typeof requests?.verify === 'function') return requests;
  throw new TypeError(
    'toHaveReceived() takes a catalog, as createPetCatalog() gives it; of a server: await control.requests.verify(...)',
  );
}
