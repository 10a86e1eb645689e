/**
 * How long a test waits for what will come, in milliseconds. It ends what hangs, and judges nothing:
 * no machine is so slow, or so busy, that it meets it.
 */
export const patience = 120_000;

/** For vitest where a test has another project run: its own limits are for people's machines. */
export const patientVitest = [
  `--testTimeout=${5 * patience}`,
  `--hookTimeout=${5 * patience}`,
  `--expect.poll.timeout=${patience}`,
];

/** For what takes its limit as an option. */
export const patient = { timeout: patience };
