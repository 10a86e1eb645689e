import { countOf } from '../contract/words.ts';
import { onOneLine } from './one-line.ts';
import type { LeftBehind, ShownAnswer, VerifiedCase, VerifyReport } from './report.ts';
import { summarize, whyNotAsked, type RowSummary, type Sentence } from './summary.ts';

/** The forms that a report has. */
export const reportForms = ['pretty', 'json', 'junit', 'markdown'] as const;
export type ReportForm = (typeof reportForms)[number];

/** A report as a text, with a line break at its end. */
export function printReport(report: VerifyReport, form: ReportForm, colours = false): string {
  return printers[form](report, colours);
}

const printers: Record<ReportForm, (report: VerifyReport, colours: boolean) => string> = {
  pretty: printPretty,
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: printJUnit,
  markdown: printMarkdown,
};

/** What differs first, then what was not asked, then the counts. */
function printPretty(report: VerifyReport, colours: boolean): string {
  const paint = (code: number, text: string) => (colours ? `\x1b[${code}m${text}\x1b[0m` : text);
  const summaries = summarize(report);
  const lines = [`${report.against} beside the mock`];
  const section = (title: string, code: number) => lines.push('', paint(code, title));
  const different = summaries.filter(({ sentences }) => sentences.length > 0);
  if (different.length > 0) section('Different', 31);
  for (const summary of different) {
    lines.push(`  ${paint(1, summary.row)}`);
    for (const sentence of shownSentences(summary)) lines.push(`    ${withCount(sentence)}`);
    for (const line of exchangeOf(summary.example!)) lines.push(paint(2, `      ${line}`));
  }
  const agreed = summaries.filter(({ reason }) => reason !== undefined);
  if (agreed.length > 0) section('Agreed', 33);
  for (const { row, agreed: count, reason } of agreed) {
    lines.push(`  ${row}: ${onOneLine(reason!)}; ${countOf(count, 'case')}`);
  }
  if (report.notAsked > 0) section('Not asked', 36);
  for (const { text, count } of whyNotAsked(report))
    lines.push(`  ${countOf(count, 'case')}: ${text}`);
  lines.push('', `${countsOf(report)}; ${countOf(report.requests, 'request')}`);
  const left = leftBehindWords(report.leftBehind);
  if (left) lines.push(left);
  return `${lines.join('\n')}\n`;
}

/** `142 same, 3 different, 131 not asked, 0 agreed`. */
function countsOf({ same, different, notAsked, agreed }: VerifyReport): string {
  return `${same} same, ${different} different, ${notAsked} not asked, ${agreed} agreed`;
}

/** What a person has to remove; `undefined` for nothing. */
export function leftBehindWords(pets: readonly LeftBehind[]): string | undefined {
  if (pets.length === 0) return undefined;
  const shown = pets.slice(0, mostIds).map(({ id }) => cut(onOneLine(id)));
  const others = pets.length - shown.length;
  const more = others > 0 ? ` and ${others} more (all of them: --report json)` : '';
  return `Left behind: ${countOf(pets.length, 'pet')} with "pet-catalog-mock verify" in the name or tag, ${shown.join(', ')}${more}`;
}

const mostIds = 5;
const mostSentences = 3;

function shownSentences({ sentences }: RowSummary): readonly Sentence[] {
  if (sentences.length <= mostSentences) return sentences;
  const others = sentences.slice(mostSentences);
  const count = others.reduce((sum, one) => sum + one.count, 0);
  return [...sentences.slice(0, mostSentences), { text: 'and in other ways', count }];
}

const withCount = ({ text, count }: Sentence) =>
  `${cut(onOneLine(text))}; ${countOf(count, 'case')}`;

/** The request, their answer and ours. */
function exchangeOf({ request, expected, got }: VerifiedCase): string[] {
  if (!request) return [];
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return [
    `${request.method} ${request.path}`,
    ...headers,
    ...(request.body === undefined ? [] : [request.body]),
    `theirs: ${answerWords(got)}`,
    `ours:   ${answerWords(expected)}`,
  ].map((line) => cut(onOneLine(line)));
}

/** In characters: all rows of a report in markdown fit a comment. */
const mostLine = 200;

const cut = (line: string) => (line.length > mostLine ? `${line.slice(0, mostLine)}…` : line);

function answerWords(answer: ShownAnswer | undefined): string {
  if (!answer) return 'none';
  const { status, headers, body, redirects } = answer;
  const followed = redirects ? [`after a redirect to ${redirects.join(', ')}`] : [];
  const { 'content-type': type, ...others } = headers;
  const isJson = type !== undefined && /\bjson\b/.test(type);
  const shown = Object.entries(isJson ? others : headers).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const text = typeof body === 'string' && !isJson ? body : JSON.stringify(body);
  return [status, ...followed, ...shown, ...(body === undefined ? [] : [text])].join(' | ');
}

/** One suite for each row, as CI services read it. */
function printJUnit(report: VerifyReport): string {
  const { cases, different, notAsked } = report;
  const suites = summarize(report).map((summary) => {
    const own = cases.filter(({ row }) => row === summary.row);
    const counts = `tests="${own.length}" failures="${summary.different}" skipped="${summary.notAsked}"`;
    const inner = own.map(testCaseOf).join('\n');
    return `  <testsuite name="${xml(summary.row)}" ${counts}>\n${inner}\n  </testsuite>`;
  });
  const counts = `tests="${cases.length}" failures="${different}" skipped="${notAsked}"`;
  const name = xml(`pet-catalog-mock verify ${report.against}`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${name}" ${counts}>\n${suites.join('\n')}\n</testsuites>\n`;
}

function testCaseOf(one: VerifiedCase): string {
  const start = `    <testcase classname="${xml(one.row)}" name="${xml(one.name)}"`;
  const why = xml(one.why ?? '');
  switch (one.outcome) {
    case 'same':
      return `${start}/>`;
    case 'not asked':
      return `${start}><skipped message="${why}"/></testcase>`;
    case 'agreed':
      return `${start}><system-out>agreed: ${why}</system-out></testcase>`;
    case 'different':
      return `${start}><failure message="${why}">${xml(exchangeOf(one).join('\n'))}</failure></testcase>`;
  }
}

function xml(text: string): string {
  return text
    .split('\n')
    .map(onOneLine)
    .join('\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** As a comment of a pull request shows it. */
function printMarkdown(report: VerifyReport): string {
  const summaries = summarize(report);
  const table = summaries.map(
    ({ row, same, different, agreed, notAsked }) =>
      `| ${different > 0 ? `**${row}**` : row} | ${same} | ${different} | ${agreed} | ${notAsked} |`,
  );
  const parts = [
    `### ${md(report.against)} beside the mock`,
    `${countsOf(report)}; ${countOf(report.requests, 'request')}`,
    `| row | same | different | agreed | not asked |\n| --- | ---: | ---: | ---: | ---: |\n${table.join('\n')}`,
    ...summaries.filter(({ example }) => example).map(sectionOf),
  ];
  const agreed = summaries.filter(({ reason }) => reason !== undefined);
  if (agreed.length > 0) {
    parts.push(
      `**Agreed**\n\n${agreed.map(({ row, reason }) => `- ${row}: ${md(reason!)}`).join('\n')}`,
    );
  }
  const reasons = whyNotAsked(report).map(
    ({ text, count }) => `- ${countOf(count, 'case')}: ${md(text)}`,
  );
  if (reasons.length > 0) {
    parts.push(`<details><summary>Not asked</summary>\n\n${reasons.join('\n')}\n\n</details>`);
  }
  const left = leftBehindWords(report.leftBehind);
  if (left) parts.push(md(left));
  return `${parts.join('\n\n')}\n`;
}

function sectionOf(summary: RowSummary): string {
  const sentences = shownSentences(summary).map((sentence) => `- ${md(withCount(sentence))}`);
  // Indented, text is code whatever it holds; a fence might end early.
  const exchange = exchangeOf(summary.example!).map((line) => `    ${line}`);
  return `**${summary.row}**\n\n${sentences.join('\n')}\n\n<details><summary>One of them</summary>\n\n${exchange.join('\n')}\n\n</details>`;
}

/** Text that may hold anything, as text. */
function md(text: string): string {
  return onOneLine(text).replaceAll(/[\\`*_{}[\]<>|#~]/g, (mark) => `\\${mark}`);
}
