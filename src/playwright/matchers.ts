import type { ExpectMatcherState, MatcherReturnType } from '@playwright/test';
import type { RequestFilter, VerifyOptions } from '../controls/requests.ts';

/** A catalog of this process, or the controls of a server. */
export interface RequestsOwner {
  readonly requests: {
    waitFor(
      filter?: RequestFilter,
      options?: { count?: number; timeout?: number },
    ): Promise<unknown>;
    verify(filter?: RequestFilter, options?: VerifyOptions): number | Promise<number>;
  };
}

/** The number of expected requests, and how long to wait for them. */
export interface ToHaveReceivedOptions extends VerifyOptions {
  /** Milliseconds. Default: the `expect.timeout` of Playwright's configuration, 5000. */
  timeout?: number | undefined;
}

/**
 * Matchers for Playwright's `expect.extend(...)`. `toHaveReceived` waits until the catalog has received
 * at least one request that matches, or as many as the options say. Its message shows the closest
 * requests. With `not` it looks once.
 *
 * @example
 * const expect = baseExpect.extend(petCatalogMatchers);
 * await expect(catalog).toHaveReceived({ operation: 'createPet', body: { name: 'Rex' } }, { count: 1 });
 */
export const petCatalogMatchers = {
  async toHaveReceived(
    this: ExpectMatcherState,
    catalog: RequestsOwner,
    filter: RequestFilter = {},
    { timeout = this.timeout, ...expected }: ToHaveReceivedOptions = {},
  ): Promise<MatcherReturnType> {
    const { requests } = catalog;
    const { count, atMost } = expected;
    const least = expected.atLeast ?? count ?? (atMost === undefined ? 1 : 0);
    const missed = await messageOf(async () => {
      if (least > 0 && !this.isNot) await requests.waitFor(filter, { count: least, timeout });
      await requests.verify(filter, expected);
    });
    if (missed !== undefined) return { name, pass: false, message: () => missed };
    const isAny = count === undefined && atMost === undefined && expected.atLeast === undefined;
    const unwanted = isAny
      ? await messageOf(async () => void (await requests.verify(filter, { count: 0 })))
      : undefined;
    const message = unwanted ?? 'Expected another number of requests, but saw as many.';
    return { name, pass: true, message: () => message };
  },
};

const name = 'toHaveReceived';

/** The statuses of a `ControlError` if a wait or a verification of a server fails. */
const failed = new Set<unknown>([408, 409]);

/** Returns the message of a wait or a verification that failed; `undefined` if it did not. */
async function messageOf(look: () => Promise<void>): Promise<string | undefined> {
  try {
    await look();
    return undefined;
  } catch (error) {
    const { name: kind, message, status } = error as Error & { status?: unknown };
    const isMissed = ['WaitTimeoutError', 'VerificationError'].includes(kind);
    if (isMissed || failed.has(status)) return message;
    throw error;
  }
}
