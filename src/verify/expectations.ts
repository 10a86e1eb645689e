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

/** The form of an earlier version: reasons by the names of rows. @internal */
export const rowReasonsSchema = v.pipe(
  plainObject(v.record(v.string(), v.string())),
  v.check((reasons) => Object.keys(reasons).length > 0),
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

/**
 * Makes the expectations that agree to a report. Reasons that were given stay, and cases that were not
 * asked keep their expectation. Nothing in them changes from run to run.
 *
 * @param rowReasons The reasons of a file of an earlier version.
 */
export function nextExpectations(
  { cases }: VerifyReport,
  before: Expectations,
  rowReasons: Readonly<Record<string, string>> = {},
): Expectations {
  const next = cases.flatMap((one): [string, Expectation][] => {
    const { name, row, outcome, got, expected, parts = [] } = one;
    const known = before[name];
    if (outcome === 'not asked' || outcome === 'agreed') return known ? [[name, known]] : [];
    const status = got?.status ?? null;
    if (outcome === 'same' || isServerError(status)) return [];
    const statuses = got && parts.includes('status');
    const seen = statuses ? ` (${got.status} where the mock answers ${expected?.status})` : '';
    const reason = rowReasons[row] ?? `differs in ${parts.join(', ')}${seen}`;
    return [[name, { status, parts, reason }]];
  });
  // Cases of rows that were left out keep theirs; cases that no longer exist do not.
  const reported = new Set(cases.map(({ name }) => name));
  const others = Object.entries(before).filter(
    ([name]) => !reported.has(name) && serviceCases.some((one) => one.name === name),
  );
  return Object.fromEntries([...next, ...others]);
}
