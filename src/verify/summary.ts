import { countOf } from '../contract/words.ts';
import type { Outcome, VerifyReport } from './report.ts';
import { rows } from './rows.ts';

/** What a row came to. */
export type RowSummary = ReturnType<typeof summarize>[number];

/** Rolls the cases up by the rows of the table of gaps, in its order. */
export function summarize({ cases }: VerifyReport) {
  return rows.flatMap((row) => {
    const own = cases.filter((one) => one.row === row);
    if (own.length === 0) return [];
    const of = (outcome: Outcome) => own.filter((one) => one.outcome === outcome);
    const different = of('different');
    const agreed = of('agreed');
    const sentences = countTexts(different.flatMap(({ differences = [] }) => differences));
    const example = different.find((one) => one.differences?.includes(sentences[0]!.text));
    return {
      row,
      cases: own,
      same: of('same').length,
      different: different.length,
      agreed: agreed.length,
      notAsked: of('not asked').length,
      /** In what it differs, a sentence each, the most frequent first. */
      sentences,
      /** One exchange of the first of them. */
      example,
      /** The reason that was agreed on. */
      reason: agreed[0]?.why,
    };
  });
}

/** Why cases were not asked, the most frequent first: `2 cases: needs a pet without a tag`. */
export function whyNotAsked({ cases }: VerifyReport): string[] {
  const notAsked = cases.filter(({ outcome }) => outcome === 'not asked');
  const reasons = countTexts(notAsked.map(({ why = '' }) => why));
  return reasons.map(({ text, count }) => `${countOf(count, 'case')}: ${text}`);
}

/** Each text once, with how many there are of it. */
function countTexts(texts: readonly string[]) {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const counted = Array.from(counts, ([text, count]) => ({ text, count }));
  return counted.toSorted((a, b) => b.count - a.count);
}
