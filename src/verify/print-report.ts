import { countOf, onOneLine } from '../contract/text.ts';
import { kinds, type DifferenceKind, type VerifiedCase, type VerifyReport } from './report.ts';
import {
  agreedReasons,
  countsOf,
  exchangeOf,
  notesOf,
  summarizeDifferences,
  summarizeRows,
  whyNotAsked,
} from './summary.ts';

/** Prints a report in one of its forms, with a line break at its end. */
export function printReport(
  report: VerifyReport,
  form: keyof typeof printers,
  colours = false,
): string {
  return `${printers[form](report, colours)}\n`;
}

const printers = {
  pretty: printPretty,
  json: (report: VerifyReport) => JSON.stringify(report, null, 2),
  junit: printJUnit,
  markdown: printMarkdown,
};

const titles: Readonly<Record<DifferenceKind, string>> = {
  'server error': 'Server errors (5xx)',
  shape: 'Shape of errors and pets',
  status: 'Statuses',
  other: 'Other differences',
};

const isDifferent = ({ outcome }: VerifiedCase) => outcome === 'different';

/** Prints the differences, the most important first, then the rest of the cases and the counts. */
function printPretty(report: VerifyReport, colours: boolean): string {
  const { against, cases, requests } = report;
  const paint = (code: number, text: string) => (colours ? `\x1b[${code}m${text}\x1b[0m` : text);
  const section = (title: string, code: number, lines: readonly string[]) =>
    lines.length > 0 ? ['', paint(code, title), ...lines.map((line) => `  ${line}`)] : [];
  const differences = kinds.flatMap((kind) => {
    const own = cases.filter((one) => isDifferent(one) && one.kind === kind);
    const lines = summarizeRows(own).flatMap((summary) => {
      const { sentences, example } = summarizeDifferences(summary.cases);
      const exchange = exchangeOf(example).map((line) => paint(2, `    ${line}`));
      const shown = sentences.map((line) => `  ${line}`);
      return [paint(1, summary.row)].concat(shown, exchange);
    });
    return section(`Different: ${titles[kind]}`, 31, lines);
  });
  const same = summarizeRows(cases).flatMap(({ row, cases: own, same: count, notAsked }) => {
    if (count + notAsked < own.length || count === 0) return [];
    return notAsked > 0 ? `${row} (${count} of ${own.length} cases)` : row;
  });
  return [
    `${against} beside the mock`,
    ...differences,
    ...section('Agreed', 33, agreedReasons(cases)),
    ...section('Not asked', 36, whyNotAsked(cases)),
    ...section('Same', 32, same.length > 0 ? [same.join(', ')] : []),
    '',
    `${countsOf(report)}; ${countOf(requests, 'request')}`,
    ...notesOf(report),
  ].join('\n');
}

/** Prints one suite for each row, as CI services read it. */
function printJUnit(report: VerifyReport): string {
  const countsIn = (one: Pick<VerifyReport, 'cases' | 'different' | 'notAsked'>) =>
    `tests="${one.cases.length}" failures="${one.different}" skipped="${one.notAsked}"`;
  const suites = summarizeRows(report.cases).map((one) => {
    const start = `  <testsuite name="${xml(one.row)}" ${countsIn(one)}>`;
    return `${start}\n${one.cases.map(testCaseOf).join('\n')}\n  </testsuite>`;
  });
  const start = `<testsuites name="${xml(`pet-catalog-mock verify ${report.against}`)}" ${countsIn(report)}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${start}\n${suites.join('\n')}\n</testsuites>`;
}

function testCaseOf(one: VerifiedCase): string {
  const why = xml(one.why ?? '');
  const end = {
    same: '/>',
    'not asked': `><skipped message="${why}"/></testcase>`,
    agreed: `><system-out>agreed: ${why}</system-out></testcase>`,
    different: `><failure message="${why}">${xml(exchangeOf(one).join('\n'))}</failure></testcase>`,
  }[one.outcome];
  return `    <testcase classname="${xml(one.row)}" name="${xml(one.name)}"${end}`;
}

function xml(text: string): string {
  const lines = text.split('\n').map(onOneLine);
  return lines.join('\n').replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Prints a comment for a pull request. */
function printMarkdown(report: VerifyReport): string {
  const { cases, against, requests } = report;
  const summaries = summarizeRows(cases);
  const table = summaries.map(
    ({ row, same, different, agreed, notAsked }) =>
      `| ${different > 0 ? `**${row}**` : row} | ${same} | ${different} | ${agreed} | ${notAsked} |`,
  );
  const differences = kinds.flatMap((kind) =>
    summarizeRows(cases.filter((one) => isDifferent(one) && one.kind === kind)).map((summary) => {
      const { sentences, example } = summarizeDifferences(summary.cases);
      // In Markdown, indented text is code.
      const exchange = details(
        'One of them',
        exchangeOf(example).map((line) => `    ${line}`),
      );
      return `**${titles[kind]}: ${summary.row}**\n\n${listOf(sentences)}\n\n${exchange}`;
    }),
  );
  const agreed = agreedReasons(cases);
  const notAsked = whyNotAsked(cases);
  return [
    `### ${md(against)} beside the mock`,
    `${countsOf(report)}; ${countOf(requests, 'request')}`,
    `| row | same | different | agreed | not asked |\n| --- | ---: | ---: | ---: | ---: |\n${table.join('\n')}`,
    ...differences,
    ...(agreed.length > 0 ? [`**Agreed**\n\n${listOf(agreed)}`] : []),
    ...(notAsked.length > 0 ? [details('Not asked', [listOf(notAsked)])] : []),
    ...notesOf(report).map(md),
  ].join('\n\n');
}

const listOf = (lines: readonly string[]) => lines.map((line) => `- ${md(line)}`).join('\n');

function details(title: string, lines: readonly string[]): string {
  return `<details><summary>${title}</summary>\n\n${lines.join('\n')}\n\n</details>`;
}

/** Escapes what Markdown would take for markup. */
function md(text: string): string {
  return onOneLine(text).replaceAll(/[\\`*_{}[\]<>|#~]/g, String.raw`\$&`);
}
