import type { Dialect } from '../contract/dialect.ts';
import type { ServiceCase } from './cases/case.ts';
import { checkVerifyOptions } from './check-options.ts';
import { compare, whyUndecided, type Difference } from './compare.ts';
import { isAgreed } from './expectations.ts';
import { createMock } from './mock.ts';
import { observe, type Observed, type VerifyOptions } from './observe.ts';
import { play, type Answer } from './play.ts';
import { createRedactor, showRequest, showResponse } from './redact.ts';
import {
  countOutcomes,
  kinds,
  UnreachableError,
  type Row,
  type VerifiedCase,
  type VerifyReport,
} from './report.ts';

/**
 * Asks a service the cases of the contract, and compares each response with the mock's.
 *
 * @throws OptionError that names the option.
 * @throws UnreachableError if the service cannot be reached, or no longer answers.
 */
export async function verifyService(options: VerifyOptions): Promise<VerifyReport> {
  checkVerifyOptions(options);
  const observed = await observe(options);
  const report = await summarise(observed, options);
  if (observed.gone !== undefined) throw new UnreachableError(observed.gone, report);
  return report;
}

/** A case with the answers of both sides. @internal */
export interface Compared {
  readonly one: ServiceCase;
  readonly mock: Answer;
  readonly answer: Answer | string;
  readonly differences: readonly Difference[];
}

/** Compares the answers of a service with the mock in a dialect, in one row or in all. @internal */
export async function compareAll(
  { ground, found }: Observed,
  dialect: Dialect | undefined,
  row?: Row,
): Promise<readonly Compared[]> {
  const mock = createMock(ground, dialect);
  const compared = [];
  for (const [one, observation] of found) {
    if (typeof observation === 'string' || (row !== undefined && one.row !== row)) continue;
    const { parts, left, answer } = observation;
    mock.fill(left);
    const own = await play(mock.ask, parts, ground);
    if (one.needs.write) mock.reset();
    // The mock always answers.
    if (typeof own === 'string') throw new Error(own);
    const differences = compare(one.row, own, answer, ground, dialect);
    compared.push({ one, mock: own, answer, differences });
  }
  return compared;
}

/** Makes the report on a service. @internal */
export async function summarise(
  observed: Observed,
  { expectations = {}, dialect }: Pick<VerifyOptions, 'expectations' | 'dialect'>,
): Promise<VerifyReport> {
  const { against, found, ground, requests, notes, leftBehind } = observed;
  const compared = new Map((await compareAll(observed, dialect)).map((each) => [each.one, each]));
  const redact = createRedactor(ground.apiKey, [ground.headers]);
  const cases = Array.from(found, ([one, why]): VerifiedCase => {
    const { name, row } = one;
    const each = compared.get(one);
    if (!each) return { name, row, outcome: 'not asked', why: String(why) };
    const { mock, answer, differences } = each;
    if (differences.length === 0) {
      const undecided = whyUndecided(row, answer);
      return undecided
        ? { name, row, outcome: 'not asked', why: undecided }
        : { name, row, outcome: 'same' };
    }
    const sentences = differences.map(({ sentence }) => redact(sentence));
    const isExpected = isAgreed(expectations[name], answer, differences);
    return {
      name,
      row,
      outcome: isExpected ? 'agreed' : 'different',
      request: showRequest(mock.request, redact),
      expected: showResponse(mock, redact),
      ...(typeof answer === 'object' && { got: showResponse(answer, redact) }),
      differences: sentences,
      parts: differences.map(({ part }) => part),
      kind: kinds.find((kind) => differences.some(({ kind: own }) => own === kind))!,
      why: isExpected ? expectations[name]!.reason : sentences.join('; '),
    };
  });
  return {
    against,
    ...countOutcomes(cases),
    cases,
    requests,
    notes: notes.map(redact),
    leftBehind: leftBehind.map(({ id, name }) => ({ id: redact(id), name: redact(name) })),
  };
}
