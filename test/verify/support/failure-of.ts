import { verifyService, type VerifyOptions } from '../../../src/verify.ts';

/** The error with which a run ends. */
export const failureOf = (options: VerifyOptions) =>
  verifyService(options).then(
    () => new Error('It did not fail'),
    (error: Error) => error,
  );
