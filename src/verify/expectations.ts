import * as v from 'valibot';
import { plainObject } from '../contract/input.ts';
import { serviceCases } from './cases/index.ts';
import type { Difference } from './compare.ts';
import type { Answer } from './play.ts';
import type { VerifyReport } from './report.ts';

/** A difference that is agreed on, for as long as the same is seen. */
export interface Expectation {
  /** The status that the service answers; `null` for no answer. */
  readonly status: number | null;
  /** The parts of the answer that differ. */
  readonly parts: readonly string[];
  /** Why that is agreed. */
  readonly reason: string;
}

/** Differences that are agreed on, by the names of the cases. */
export type Expectations = Readonly<Record<string, Expectation>>;

const words = 'an object with "status", "parts" and "reason"';

/** The form of a file of expectations. @internal */
export const expectationsSchema = plainObject(
  v.record(
    v.string(),
    v.strictObject(
      {
        status: v.nullable(v.number('a status, or null')),
        parts: v.array(v.string('the name of a part'), 'an array of the names of parts'),
        reason: v.string('a string'),
      },
      words,
    ),
    `an object, the name of a case to ${words}`,
  ),
);

/** Whether what is seen is what was agreed on. A server error never is. */
export function isAgreed(
  expectation: Expectation | undefined,
  answer: Answer | string,
  differences: readonly Difference[],
): boolean {
  const status = typeof answer === 'string' ? null : answer.status;
  if (!expectation || expectation.status !== status || isServerError(status)) return false;
  const seen = differences.map(({ part }) => part).toSorted();
  return seen.join() === expectation.parts.toSorted().join();
}

const isServerError = (status: number | null) => status !== null && status >= 500;

/** Whether there is a case of this name. */
export const isCase = (name: string) => serviceCases.some((one) => one.name === name);

/**
 * Makes the expectations that agree to a report. Reasons that were given stay, and cases that were not
 * asked keep their expectation. Nothing in them changes from run to run.
 */
export function nextExpectations({ cases }: VerifyReport, before: Expectations): Expectations {
  // Cases that no longer exist do not keep theirs.
  const next = new Map(Object.entries(before).filter(([name]) => isCase(name)));
  for (const { name, outcome, got, expected, parts = [] } of cases) {
    if (outcome === 'not asked' || outcome === 'agreed') continue;
    next.delete(name);
    const status = got?.status ?? null;
    if (outcome === 'same' || isServerError(status)) continue;
    const statuses = got && parts.includes('status');
    const seen = statuses ? ` (${status} where the mock answers ${expected?.status})` : '';
    next.set(name, { status, parts, reason: `differs in ${parts.join(', ')}${seen}` });
  }
  return Object.fromEntries(next);
}
