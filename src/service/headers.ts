/** The pairs of a list that has names and values in turn. */
export function pairsOf(list: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < list.length; index += 2) pairs.push([list[index]!, list[index + 1]!]);
  return pairs;
}

/** Returns such a list, whose names are lower-case and in alphabetical order, with a header set in it. */
export function withHeader(
  list: readonly string[],
  name: string,
  value: string | readonly string[],
): string[] {
  let index = list.length;
  while (index > 0 && list[index - 2]! >= name) index -= 2;
  const pairs = [value].flat().flatMap((one) => [name, one]);
  return list.toSpliced(index, list[index] === name ? 2 : 0, ...pairs);
}
