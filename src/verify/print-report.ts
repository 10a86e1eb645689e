import { countOf, onOneLine, shorten } from '../contract/text.ts';
import { mark } from './ground.ts';
import {
  countOutcomes,
  kinds,
  rows,
  type DifferenceKind,
  type Outcome,
  type ShownResponse,
  type VerifiedCase,
  type VerifyReport,
} from './report.ts';

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

/** Prints the differences, the most important first, then the rest of the cases and the counts. */
function printPretty(report: VerifyReport, colours: boolean): string {
  const { against, cases, requests } = report;
  const paint = (code: number, text: string) => (colours ? `\x1b[${code}m${text}\x1b[0m` : text);
  const section = (title: string, code: number, lines: readonly string[]) =>
    lines.length > 0 ? ['', paint(code, title), ...indent(lines)] : [];
  const differences = kinds.flatMap((kind) => {
    const lines = differencesOf(cases, kind).flatMap(({ row, sentences, exchange }) => {
      const shown = exchange.map((line) => paint(2, `    ${line}`));
      return [paint(1, row)].concat(indent(sentences), shown);
    });
    return section(`Different: ${titles[kind]}`, 31, lines);
  });
  const same = rowsOf(cases).flatMap(({ row, own, counts }) => {
    if (counts.same === 0 || counts.same + counts.notAsked < own.length) return [];
    return counts.notAsked > 0 ? `${row} (${counts.same} of ${own.length} cases)` : row;
  });
  return [
    `${against} compared with the mock`,
    ...differences,
    ...section('Agreed', 33, reasonsOf(cases, 'agreed')),
    ...section('Not asked', 36, reasonsOf(cases, 'not asked')),
    ...section('Same', 32, same.length > 0 ? [same.join(', ')] : []),
    '',
    `${countsOf(report)}; ${countOf(requests, 'request')}`,
    ...notesOf(report),
  ].join('\n');
}

const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

/** Prints one suite for each row, as CI services read it. */
function printJUnit({ against, cases }: VerifyReport): string {
  const attributes = (title: string, own: readonly VerifiedCase[]) => {
    const { different, notAsked } = countOutcomes(own);
    const counts = `tests="${own.length}" failures="${different}" skipped="${notAsked}"`;
    return `name="${xml(title)}" ${counts}`;
  };
  const suites = rowsOf(cases).map(({ row, own }) =>
    [`  <testsuite ${attributes(row, own)}>`, ...own.map(testCaseOf), '  </testsuite>'].join('\n'),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes(`pet-catalog-mock verify ${against}`, cases)}>`,
    ...suites,
    '</testsuites>',
  ].join('\n');
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
  const table = rowsOf(cases).map(({ row, counts: { same, different, agreed, notAsked } }) => {
    const title = different > 0 ? `**${row}**` : row;
    return `| ${title} | ${same} | ${different} | ${agreed} | ${notAsked} |`;
  });
  const differences = kinds.flatMap((kind) =>
    differencesOf(cases, kind).map(({ row, sentences, exchange }) => {
      // In Markdown, indented text is code.
      const code = exchange.map((line) => `    ${line}`).join('\n');
      return `**${titles[kind]}: ${row}**\n\n${listOf(sentences)}\n\n${details('One of them', code)}`;
    }),
  );
  const agreed = reasonsOf(cases, 'agreed');
  const notAsked = reasonsOf(cases, 'not asked');
  return [
    `### ${md(against)} compared with the mock`,
    `${countsOf(report)}; ${countOf(requests, 'request')}`,
    `| row | same | different | agreed | not asked |\n| --- | ---: | ---: | ---: | ---: |\n${table.join('\n')}`,
    ...differences,
    ...(agreed.length > 0 ? [`**Agreed**\n\n${listOf(agreed)}`] : []),
    ...(notAsked.length > 0 ? [details('Not asked', listOf(notAsked))] : []),
    ...notesOf(report).map(md),
  ].join('\n\n');
}

const listOf = (lines: readonly string[]) => lines.map((line) => `- ${md(line)}`).join('\n');

const details = (title: string, text: string) =>
  `<details><summary>${title}</summary>\n\n${text}\n\n</details>`;

/** Escapes what Markdown would take for markup. */
function md(text: string): string {
  return onOneLine(text).replaceAll(/[\\`*_{}[\]<>|#~]/g, String.raw`\$&`);
}

const titles: Readonly<Record<DifferenceKind, string>> = {
  'server error': 'Server errors (5xx)',
  shape: 'Shape of errors and pets',
  status: 'Statuses',
  other: 'Other differences',
};

/** Groups cases by the rows of the table of gaps, in its order. */
function rowsOf(cases: readonly VerifiedCase[]) {
  return rows.flatMap((row) => {
    const own = cases.filter((one) => one.row === row);
    return own.length === 0 ? [] : { row, own, counts: countOutcomes(own) };
  });
}

const mostSentences = 3;

/** Returns the differences of a kind by their rows: the most frequent ones, and an example. */
function differencesOf(cases: readonly VerifiedCase[], kind: DifferenceKind) {
  const different = cases.filter((one) => one.outcome === 'different' && one.kind === kind);
  return rowsOf(different).map(({ row, own }) => {
    const counted = countTexts(own.flatMap(({ differences = [] }) => differences));
    const others = counted.slice(mostSentences).reduce((sum, [, count]) => sum + count, 0);
    const shown = counted.slice(0, mostSentences);
    if (others > 0) shown.push(['and in other ways', others]);
    const example = own.find(({ differences = [] }) => differences.includes(counted[0]![0]));
    return { row, sentences: shown.map(lineOf), exchange: exchangeOf(example) };
  });
}

/** Lists why cases have an outcome, the most frequent reason first. */
function reasonsOf(cases: readonly VerifiedCase[], outcome: Outcome): string[] {
  const own = cases.filter((one) => one.outcome === outcome);
  const isAgreed = outcome === 'agreed';
  return countTexts(own.map(({ row, why = '' }) => (isAgreed ? `${row}: ${why}` : why))).map(
    lineOf,
  );
}

const lineOf = ([text, count]: [string, number]) => `${cut(text)}; ${countOf(count, 'case')}`;

/** Counts equal texts, the most frequent first. */
function countTexts(texts: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

/** `142 same, 3 different, 131 not asked, 0 agreed` */
export function countsOf({ same, different, notAsked, agreed }: VerifyReport): string {
  return `${same} same, ${different} different, ${notAsked} not asked, ${agreed} agreed`;
}

const mostIds = 5;

/** Lists what a person should know besides the cases: notes, and the pets to remove. */
export function notesOf({ notes, leftBehind }: VerifyReport): string[] {
  const shown = notes.map(onOneLine);
  const count = leftBehind.length;
  if (count === 0) return shown;
  const ids = leftBehind.slice(0, mostIds).map(({ id }) => cut(id));
  const more = count > mostIds ? ` and ${count - mostIds} more (all of them: --report json)` : '';
  const pets = `${countOf(count, 'pet')} with "${mark}" in the name or tag`;
  return [...shown, `Left behind: ${pets}, ${ids.join(', ')}${more}`];
}

/** Shows a request, the response of the service and the mock's, a line each. */
function exchangeOf({ request, got, expected }: Partial<VerifiedCase> = {}): string[] {
  if (!request) return [];
  const { method, path, headers, body } = request;
  return [
    `${method} ${path}`,
    ...linesOf(headers),
    ...(body === undefined ? [] : [body]),
    `theirs: ${responseLine(got)}`,
    `ours:   ${responseLine(expected)}`,
  ].map(cut);
}

const linesOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

function responseLine(response: ShownResponse | undefined): string {
  if (!response) return 'none';
  const { status, headers, body, redirects } = response;
  const followed = redirects ? [`after a redirect to ${redirects.join(', ')}`] : [];
  const { 'content-type': type = '', ...others } = headers;
  const shown = [...followed, ...linesOf(/\bjson\b/.test(type) ? others : headers)];
  // A long body is the beginning of its text.
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return [status, ...shown, ...(body === undefined ? [] : [text])].join(' | ');
}

/** A report in Markdown has to fit a comment of a pull request. */
const mostLine = 200;

/** Shortens a text to one line. */
const cut = (text: string) => shorten(onOneLine(text), mostLine);
