/** The pairs of a list that has names and values in turn. */
export function pairsOf(list: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < list.length; index += 2) pairs.push([list[index]!, list[index + 1]!]);
  return pairs;
}

/** Sets a header in such a list, whose names are lower-case and in alphabetical order. */
export function setHeader(list: string[], name: string, value: string): void {
  let index = list.length;
  while (index > 0 && list[index - 2]! > name) index -= 2;
  if (index > 0 && list[index - 2] === name) list[index - 1] = value;
  else list.splice(index, 0, name, value);
}
