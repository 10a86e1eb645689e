import { countOf, onOneLine, shorten } from '../contract/text.ts';
import { mark } from './ground.ts';
import {
  countOutcomes,
  rows,
  type Row,
  type ShownResponse,
  type VerifiedCase,
  type VerifyReport,
} from './report.ts';

/** The cases of a row, with their counts. */
export interface RowSummary {
  readonly row: Row;
  readonly cases: readonly VerifiedCase[];
  readonly same: number;
  readonly different: number;
  readonly agreed: number;
  readonly notAsked: number;
}

/** Groups the cases by the rows of the table of gaps, in its order. */
export function summarizeRows(cases: readonly VerifiedCase[]): RowSummary[] {
  return rows.flatMap((row) => {
    const own = cases.filter((one) => one.row === row);
    return own.length === 0 ? [] : Object.assign(countOutcomes(own), { row, cases: own });
  });
}

const mostSentences = 3;

/** The most frequent differences of some cases, with an example. */
export function summarizeDifferences(cases: readonly VerifiedCase[]) {
  const sentences = countTexts(cases.flatMap(({ differences = [] }) => differences));
  const others = sentences.slice(mostSentences).reduce((sum, { count }) => sum + count, 0);
  const rest = others === 0 ? [] : [{ text: 'and in other ways', count: others }];
  return {
    sentences: [...sentences.slice(0, mostSentences), ...rest].map(
      ({ text, count }) => `${cut(text)}; ${countOf(count, 'case')}`,
    ),
    example: cases.find(({ differences = [] }) => differences.includes(sentences[0]?.text ?? '')),
  };
}

/** Says why cases were not asked, the most frequent reason first. */
export function whyNotAsked(cases: readonly VerifiedCase[]): string[] {
  const notAsked = cases.filter(({ outcome }) => outcome === 'not asked');
  const reasons = countTexts(notAsked.map(({ why = '' }) => why));
  return reasons.map(({ text, count }) => `${countOf(count, 'case')}: ${text}`);
}

/** Lists the agreed reasons, the most frequent first. */
export function agreedReasons(cases: readonly VerifiedCase[]): string[] {
  const agreed = cases.filter(({ outcome }) => outcome === 'agreed');
  const reasons = countTexts(agreed.map(({ row, why = '' }) => `${row}: ${why}`));
  return reasons.map(({ text, count }) => `${cut(text)}; ${countOf(count, 'case')}`);
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
export function exchangeOf({ request, got, expected }: Partial<VerifiedCase> = {}): string[] {
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
  const isJson = /\bjson\b/.test(type);
  const text = typeof body === 'string' && !isJson ? body : JSON.stringify(body);
  const shown = [...followed, ...linesOf(isJson ? others : headers)];
  return [status, ...shown, ...(body === undefined ? [] : [text])].join(' | ');
}

/** A report in Markdown has to fit a comment of a pull request. */
const mostLine = 200;

/** Shortens a text to one line. */
export const cut = (text: string) => shorten(onOneLine(text), mostLine);

/** Counts equal texts, the most frequent first. */
function countTexts(texts: readonly string[]) {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const counted = Array.from(counts, ([text, count]) => ({ text, count }));
  return counted.toSorted((a, b) => b.count - a.count);
}
