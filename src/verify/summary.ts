import type { VerifiedCase, VerifyReport } from './report.ts';
import { rows, type Row } from './rows.ts';

/** What a row came to. */
export interface RowSummary {
  readonly row: Row;
  readonly same: number;
  readonly different: number;
  readonly agreed: number;
  readonly notAsked: number;
  /** In what it differs, a sentence each, the most frequent first. */
  readonly sentences: readonly Sentence[];
  /** One exchange of the first of them. */
  readonly example: VerifiedCase | undefined;
  /** The reason that was agreed on. */
  readonly reason: string | undefined;
}

export interface Sentence {
  readonly text: string;
  /** Of how many cases. */
  readonly count: number;
}

/** Rolls the cases up by the rows of the table of gaps, in its order. */
export function summarize({ cases }: VerifyReport): RowSummary[] {
  return rows.flatMap((row) => {
    const own = cases.filter((one) => one.row === row);
    if (own.length === 0) return [];
    const of = (outcome: VerifiedCase['outcome']) => own.filter((one) => one.outcome === outcome);
    const different = of('different');
    const sentences = countTexts(different.flatMap(sentencesOf));
    const agreed = of('agreed');
    return {
      row,
      same: of('same').length,
      different: different.length,
      agreed: agreed.length,
      notAsked: of('not asked').length,
      sentences,
      example: different.find((one) => sentencesOf(one).includes(sentences[0]!.text)),
      reason: agreed[0]?.why,
    };
  });
}

/** Why cases were not asked, the most frequent first. */
export function whyNotAsked({ cases }: VerifyReport): Sentence[] {
  const notAsked = cases.filter(({ outcome }) => outcome === 'not asked');
  return countTexts(notAsked.map(({ why = '' }) => why));
}

const sentencesOf = ({ differences, why = '' }: VerifiedCase): readonly string[] =>
  differences ?? [why];

function countTexts(texts: readonly string[]): Sentence[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts]
    .map(([text, count]) => ({ text, count }))
    .toSorted((a, b) => b.count - a.count);
}
