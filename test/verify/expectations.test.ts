import { describe, expect, test } from 'vitest';
import { nextExpectations } from '../../src/verify/expectations.ts';
import { verifyService, type VerifyReport } from '../../src/verify/index.ts';
import { startBroken, type BrokenRule } from './support/start-proxy.ts';

const name = 'lists the first pet for a limit of 1';

/** Reports on a service with a broken rule, in the rows that the tests look at. */
async function verifyBroken(rule: BrokenRule, before?: VerifyReport) {
  const { url } = await startBroken(rule);
  const expectations = before && nextExpectations(before, {});
  const report = await verifyService({ url, only: ['limit', 'Caching'], expectations });
  return { report, one: report.cases.find((each) => each.name === name) };
}

const lists = (change: (answer: Parameters<NonNullable<BrokenRule['answer']>>[0]) => void) => ({
  answer: (...[answer, { path }]: Parameters<NonNullable<BrokenRule['answer']>>) => {
    if (path.includes('limit=1') && answer.status === 200) change(answer);
  },
});
const empty = lists((answer) => (answer.body = '[]'));
const withStatus = (status: number) => lists((answer) => (answer.status = status));

describe('an expectation', () => {
  test('accepts an expected difference with its reason, and finds no other', async () => {
    const { report } = await verifyBroken(empty);
    const again = await verifyBroken(empty, report);
    expect(again.one).toMatchObject({ outcome: 'agreed', why: 'differs in list' });
    expect([again.report.different, again.report.agreed]).toEqual([0, report.different]);
  });

  test.each<[string, BrokenRule]>([
    ['another status', withStatus(404)],
    ['a server error', withStatus(500)],
    [
      'a success with another status',
      lists((answer) => {
        answer.status = 203;
        answer.body = '[]';
      }),
    ],
  ])('does not agree to %s', async (_what, rule) => {
    const { report } = await verifyBroken(empty);
    expect((await verifyBroken(rule, report)).one).toMatchObject({ outcome: 'different' });
  });

  test('does not agree to another part of the answer', async () => {
    const cached: BrokenRule = {
      answer: (answer) => void (answer.headers['cache-control'] = 'public'),
    };
    const { report } = await verifyBroken(cached);
    const other = report.cases.find(({ outcome }) => outcome === 'different');
    const expectations = nextExpectations(report, {});
    const changed = { ...expectations[other!.name]!, parts: ['body'] };
    const { url } = await startBroken(cached);
    const again = await verifyService({
      url,
      only: ['Caching'],
      expectations: { ...expectations, [other!.name]: changed },
    });
    expect(again.different).toBe(1);
  });

  test('is never written for a server error', async () => {
    const { report, one } = await verifyBroken(withStatus(500));
    expect(one).toMatchObject({ outcome: 'different', kind: 'server error' });
    expect(nextExpectations(report, {})).not.toHaveProperty([name]);
  });

  test('does not change from run to run', async () => {
    const { url } = await startBroken({}, { dialect: { missingTag: 'null', createStatus: 200 } });
    const options = {
      url,
      write: true,
      only: ['A pet without a tag', 'Success statuses'],
    } as const;
    const first = nextExpectations(await verifyService(options), {});
    const second = nextExpectations(await verifyService(options), {});
    expect(Object.keys(first)).not.toEqual([]);
    expect(first).toEqual(second);
  });

  test('keeps the reason that a person wrote, and goes when the case is the same again', async () => {
    const { report } = await verifyBroken(empty);
    const reason = 'they list no single pets';
    const before = { [name]: { ...nextExpectations(report, {})[name]!, reason } };
    const { url } = await startBroken(empty);
    const agreed = await verifyService({ url, only: ['limit'], expectations: before });
    expect(nextExpectations(agreed, before)[name]?.reason).toBe(reason);
    const same = (await verifyBroken({})).report;
    expect(nextExpectations(same, before)).toEqual({});
  });
});
