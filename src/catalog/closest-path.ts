import leven from 'leven';

/** How much a segment too many or too few counts, in letters. */
const segmentWeight = 10;

/**
 * Finds the operation path that was probably meant, by its fixed segments: `/v2/animals` means
 * `/v2/pets`, and not `/v2/animals/{petId}`.
 *
 * @param templates Whole paths such as `/v2/pets/{petId}`.
 * @returns The template; `undefined` if no fixed segment of any is like what was sent.
 */
export function closestPath(sent: string, templates: readonly string[]): string | undefined {
  const parts = partsOf(sent);
  const found = templates
    .map((template) => ({ template, ...compare(parts, partsOf(template)) }))
    .filter(({ isLike }) => isLike)
    .toSorted((one, other) => one.distance - other.distance);
  return found[0]?.template;
}

function compare(sent: readonly string[], template: readonly string[]) {
  let distance = Math.abs(sent.length - template.length) * segmentWeight;
  let isLike = false;
  template.forEach((fixed, index) => {
    const part = sent[index];
    if (fixed.startsWith('{') || part === undefined) return;
    const letters = leven(part.toLowerCase(), fixed.toLowerCase());
    distance += letters;
    isLike ||= letters <= fixed.length / 3;
  });
  return { distance, isLike };
}

const partsOf = (path: string) => path.split('/').filter(Boolean).slice(0, 20);
