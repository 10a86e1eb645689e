import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { printReport } from '../../src/verify/print-report.ts';
import {
  rows,
  verifyService,
  type VerifiedCase,
  type VerifyReport,
} from '../../src/verify/index.ts';
import { startBroken } from './support/start-proxy.ts';

const odd = 'a\u0000b\u001b[31m </failure> ]]> & "x" | <script> `*` \ud800 \ufffe\nnext';

const cases: VerifiedCase[] = [
  { name: 'lists all pets', row: 'limit', outcome: 'same' },
  {
    name: 'creates a pet',
    row: 'Success statuses',
    outcome: 'different',
    request: {
      method: 'POST',
      path: '/v2/pets',
      headers: { 'X-API-Key': 'te…01' },
      body: '{"name":"Rex"}',
    },
    expected: { status: 201, headers: { 'content-type': 'application/json' }, body: { id: '1' } },
    got: { status: 200, headers: { 'content-type': 'text/html' }, body: odd },
    differences: [`A create answers 200 where the mock answers 201: ${odd}`],
    parts: ['status'],
    kind: 'status',
    why: `A create answers 200 where the mock answers 201: ${odd}`,
  },
  {
    name: `has an odd name: ${odd}`,
    row: 'Caching',
    outcome: 'agreed',
    why: 'they let it be kept',
  },
  { name: 'is full', row: 'limit', outcome: 'not asked', why: 'needs more' },
];
const report: VerifyReport = {
  against: 'http://127.0.0.1/v2',
  same: 1,
  different: 1,
  notAsked: 1,
  agreed: 1,
  cases,
  requests: 3,
  notes: [`The service takes ${odd}`],
  leftBehind: [{ id: 'x1', name: 'pet-catalog-mock verify' }],
};

/** The elements of a text, which must be well-formed XML 1.0. */
function readXml(text: string) {
  const elements: { name: string; attributes: Record<string, unknown>; text: string }[] = [];
  const open: typeof elements = [];
  const parser = new SaxesParser();
  // Without a listener, what is wrong is thrown.
  parser.on('opentag', ({ name, attributes }) => {
    open.push({ name, attributes, text: '' });
    elements.push(open.at(-1)!);
  });
  parser.on('text', (part) => open.at(-1) && (open.at(-1)!.text += part));
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  return elements;
}

test.each(['pretty', 'json', 'junit', 'markdown'] as const)(
  '%s ends with a line break, and has no control characters',
  (form) => {
    const text = printReport(report, form);
    expect(text.endsWith('\n')).toBe(true);
    expect(text).not.toMatch(/[^\P{Cc}\n]/u);
  },
);

describe('pretty', () => {
  test('lists differences, then cases that were not asked, then equal ones, then the counts, in colours on request', () => {
    const text = printReport(report, 'pretty');
    expect(text).toMatch(
      /Success statuses.*A create answers 200.*POST \/v2\/pets.*Not asked.*Same\n {2}limit \(1 of 2 cases\)\n.*1 same, 1 different/s,
    );
    expect(text).toMatch(/The service takes.*Left behind: 1 pet.*x1/s);
    expect(printReport(report, 'pretty', true)).toContain('\x1b[31mDifferent: Statuses\x1b[0m');
  });

  test('begins with server errors, then shapes, then statuses, then the rest', () => {
    const kinds = ['other', 'status', 'shape', 'server error'] as const;
    const mixed = kinds.map((kind): VerifiedCase => {
      return { name: kind, row: 'limit', outcome: 'different', kind, differences: [kind] };
    });
    const text = printReport({ ...report, cases: mixed }, 'pretty');
    expect(text.match(/^Different: .*$/gm)).toEqual([
      'Different: Server errors (5xx)',
      'Different: Shape of errors and pets',
      'Different: Statuses',
      'Different: Other differences',
    ]);
  });

  test('shows the beginning of a long list as it was sent', async () => {
    const { url } = await startBroken({}, { pets: 60, dialect: { badLimit: 'ignore' } });
    const text = printReport(await verifyService({ url, only: ['limit'] }), 'pretty');
    expect(text).toMatch(/theirs: 200 \| cache-control: no-store \| \[\{"name":"[^\\]+…\n/);
  });
});

test('json has the numbers and the cases', () => {
  expect(JSON.parse(printReport(report, 'json'))).toEqual(JSON.parse(JSON.stringify(report)));
});

describe('junit', () => {
  const elements = readXml(printReport(report, 'junit'));
  const named = (name: string) => elements.filter((one) => one.name === name);

  test('has a suite for each row, with the counts of it', () => {
    expect(named('testsuites')[0]?.attributes).toMatchObject({
      tests: '4',
      failures: '1',
      skipped: '1',
    });
    expect(named('testsuite').map(({ attributes }) => attributes)).toEqual([
      { name: 'Success statuses', tests: '1', failures: '1', skipped: '0' },
      { name: 'limit', tests: '2', failures: '0', skipped: '1' },
      { name: 'Caching', tests: '1', failures: '0', skipped: '0' },
    ]);
  });

  test('has each case with its outcome', () => {
    expect(named('testcase')).toHaveLength(4);
    expect(named('skipped')[0]?.attributes['message']).toBe('needs more');
    expect(named('failure')[0]?.attributes['message']).toContain('A create answers 200');
    expect(named('failure')[0]?.text).toContain('POST /v2/pets');
    expect(named('system-out')[0]?.text).toBe('agreed: they let it be kept');
  });
});

describe('markdown', () => {
  test('has a table of the rows, and escapes markup', () => {
    const text = printReport(report, 'markdown');
    expect(text).toContain('| **Success statuses** | 0 | 1 | 0 | 0 |');
    const sentence = text.split('\n').find((line) => line.startsWith('- A create'));
    expect(sentence).toContain('\\<script\\>');
    expect(sentence).toContain('\\|');
  });

  test('fits a comment of a pull request, however much differs', () => {
    const long = '|'.repeat(1500);
    const different = rows.flatMap((row) =>
      Array.from({ length: 20 }, (_, index): VerifiedCase => {
        const answer = { status: 500, headers: { 'content-type': long }, body: long };
        const request = { method: 'POST', path: long, headers: { 'X-API-Key': long }, body: long };
        const why = `${index}: ${long}`;
        const shown = {
          request,
          expected: answer,
          got: answer,
          differences: [why],
          why,
          kind: 'server error' as const,
        };
        return { name: long, row, outcome: 'different', ...shown };
      }),
    );
    const text = printReport({ ...report, cases: different }, 'markdown');
    // GitHub takes 65,536 characters.
    expect(text.length).toBeLessThan(65_536);
    expect(text).toContain('**Caching**');
  });
});
