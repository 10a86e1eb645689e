import { countOf, onOneLine, shorten } from '../contract/words.ts';
import { mark } from './place-case.ts';
import {
  countOutcomes,
  rows,
  type ShownResponse,
  type VerifiedCase,
  type VerifyReport,
} from './report.ts';

/** A report as a text, with a line break at its end. */
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

/** What differs first, then what was not asked, then the rows that are the same, and the counts. */
function printPretty(report: VerifyReport, colours: boolean): string {
  const paint = (code: number, text: string) => (colours ? `\x1b[${code}m${text}\x1b[0m` : text);
  const section = (title: string, code: number, content: readonly string[]) =>
    content.length > 0 ? ['', paint(code, title), ...content] : [];
  const summaries = summarize(report);
  const different = summaries.flatMap(({ row, example, shown }) => {
    const sentences = shown.map((sentence) => `    ${sentence}`);
    const messages = messagesOf(example).map((line) => paint(2, `      ${line}`));
    return example ? [`  ${paint(1, row)}`, ...sentences, ...messages] : [];
  });
  const agreed = summaries.flatMap(({ row, reason, agreed: cases }) =>
    reason === undefined ? [] : `  ${row}: ${onOneLine(reason)}; ${countOf(cases, 'case')}`,
  );
  const notAsked = whyNotAsked(report).map((line) => `  ${line}`);
  const same = summaries.flatMap(({ row, cases, same: count, notAsked: unasked }) => {
    if (count + unasked < cases.length || count === 0) return [];
    return unasked > 0 ? `${row} (${count} of ${cases.length} cases)` : row;
  });
  return [
    `${report.against} beside the mock`,
    ...section('Different', 31, different),
    ...section('Agreed', 33, agreed),
    ...section('Not asked', 36, notAsked),
    ...section('Same', 32, same.length > 0 ? [`  ${same.join(', ')}`] : []),
    '',
    `${countsOf(report)}; ${countOf(report.requests, 'request')}`,
    ...notesOf(report),
  ].join('\n');
}

/** `142 same, 3 different, 131 not asked, 0 agreed`. */
export function countsOf({ same, different, notAsked, agreed }: VerifyReport): string {
  return `${same} same, ${different} different, ${notAsked} not asked, ${agreed} agreed`;
}

const mostIds = 5;

/** What a person has to know besides the cases: of the service, and what there is to remove. */
export function notesOf(report: VerifyReport): string[] {
  const notes = report.notes.map(onOneLine);
  const count = report.leftBehind.length;
  if (count === 0) return notes;
  const ids = report.leftBehind.slice(0, mostIds).map(({ id }) => cut(id));
  const more = count > mostIds ? ` and ${count - mostIds} more (all of them: --report json)` : '';
  const pets = `${countOf(count, 'pet')} with "${mark}" in the name or tag`;
  return [...notes, `Left behind: ${pets}, ${ids.join(', ')}${more}`];
}

/** The request, their response and ours. */
function messagesOf({ request, got, expected }: Partial<VerifiedCase> = {}): string[] {
  if (!request) return [];
  const { method, path, headers, body } = request;
  return [
    `${method} ${path}`,
    ...linesOf(headers),
    ...(body === undefined ? [] : [body]),
    `theirs: ${responseWords(got)}`,
    `ours:   ${responseWords(expected)}`,
  ].map(cut);
}

const linesOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

/** In characters: all rows of a report in markdown fit a comment. */
const mostLine = 200;

const cut = (text: string) => shorten(onOneLine(text), mostLine);

function responseWords(response: ShownResponse | undefined): string {
  if (!response) return 'none';
  const { status, headers, body, redirects } = response;
  const followed = redirects ? [`after a redirect to ${redirects.join(', ')}`] : [];
  const { 'content-type': type = '', ...others } = headers;
  const isJson = /\bjson\b/.test(type);
  const text = typeof body === 'string' && !isJson ? body : JSON.stringify(body);
  const shown = [...followed, ...linesOf(isJson ? others : headers)];
  return [status, ...shown, ...(body === undefined ? [] : [text])].join(' | ');
}

/** One suite for each row, as CI services read it. */
function printJUnit(report: VerifyReport): string {
  const countsIn = ({ cases, different, notAsked }: VerifyReport | RowSummary) =>
    `tests="${cases.length}" failures="${different}" skipped="${notAsked}"`;
  const suites = summarize(report).map((one) => {
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
    different: `><failure message="${why}">${xml(messagesOf(one).join('\n'))}</failure></testcase>`,
  }[one.outcome];
  return `    <testcase classname="${xml(one.row)}" name="${xml(one.name)}"${end}`;
}

function xml(text: string): string {
  const lines = text.split('\n').map(onOneLine);
  return lines.join('\n').replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** As a comment of a pull request shows it. */
function printMarkdown(report: VerifyReport): string {
  const summaries = summarize(report);
  const table = summaries.map(
    ({ row, same, different, agreed, notAsked }) =>
      `| ${different > 0 ? `**${row}**` : row} | ${same} | ${different} | ${agreed} | ${notAsked} |`,
  );
  const agreed = summaries.flatMap(({ row, reason }) =>
    reason === undefined ? [] : `- ${row}: ${md(reason)}`,
  );
  const reasons = whyNotAsked(report).map((line) => `- ${md(line)}`);
  return [
    `### ${md(report.against)} beside the mock`,
    `${countsOf(report)}; ${countOf(report.requests, 'request')}`,
    `| row | same | different | agreed | not asked |\n| --- | ---: | ---: | ---: | ---: |\n${table.join('\n')}`,
    ...summaries.filter(({ example }) => example).map(sectionOf),
    ...(agreed.length > 0 ? [`**Agreed**\n\n${agreed.join('\n')}`] : []),
    ...(reasons.length > 0 ? [details('Not asked', reasons)] : []),
    ...notesOf(report).map(md),
  ].join('\n\n');
}

function sectionOf({ row, example, shown }: RowSummary): string {
  const sentences = shown.map((sentence) => `- ${md(sentence)}`);
  // Indented, text is code whatever it holds; a fence might end early.
  const messages = messagesOf(example).map((line) => `    ${line}`);
  return `**${row}**\n\n${sentences.join('\n')}\n\n${details('One of them', messages)}`;
}

function details(title: string, lines: readonly string[]): string {
  return `<details><summary>${title}</summary>\n\n${lines.join('\n')}\n\n</details>`;
}

/** Text that may hold anything, as text. */
function md(text: string): string {
  return onOneLine(text).replaceAll(/[\\`*_{}[\]<>|#~]/g, String.raw`\$&`);
}

/** What a row came to. */
type RowSummary = ReturnType<typeof summarize>[number];

const mostSentences = 3;

/** Rolls the cases up by the rows of the table of gaps, in its order. */
export function summarize({ cases }: VerifyReport) {
  return rows.flatMap((row) => {
    const own = cases.filter((one) => one.row === row);
    if (own.length === 0) return [];
    const different = own.filter(({ outcome }) => outcome === 'different');
    const sentences = countTexts(different.flatMap(({ differences = [] }) => differences));
    const others = sentences.slice(mostSentences).reduce((sum, { count }) => sum + count, 0);
    const rest = others === 0 ? [] : [{ text: 'and in other ways', count: others }];
    return Object.assign(countOutcomes(own), {
      row,
      cases: own,
      /** In what it differs most often. */
      sentence: sentences[0]?.text,
      /** A request of that, and its responses. */
      example: different.find((one) => one.differences?.includes(sentences[0]!.text)),
      /** The most frequent sentences, with their counts. */
      shown: [...sentences.slice(0, mostSentences), ...rest].map(
        ({ text, count }) => `${cut(text)}; ${countOf(count, 'case')}`,
      ),
      /** The reason that was agreed on. */
      reason: own.find(({ outcome }) => outcome === 'agreed')?.why,
    });
  });
}

/** Why cases were not asked, the most frequent first: `2 cases: needs a pet without a tag`. */
function whyNotAsked({ cases }: VerifyReport): string[] {
  const notAsked = cases.filter(({ outcome }) => outcome === 'not asked');
  const reasons = countTexts(notAsked.map(({ why = '' }) => why));
  return reasons.map(({ text, count }) => `${countOf(count, 'case')}: ${text}`);
}

/** Each text once, with how many there are of it, the most frequent first. */
function countTexts(texts: readonly string[]) {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const counted = Array.from(counts, ([text, count]) => ({ text, count }));
  return counted.toSorted((a, b) => b.count - a.count);
}
