/** Holds what came against the model; `undefined` fields and the order of fields do not count. */
export function agree(what: string, actual: unknown, expected: unknown): void {
  const [one, other] = [actual, expected].map(inOrder);
  if (one !== other) throw new Error(`${what}\n   gave: ${one}\n  model: ${other}`);
}

function inOrder(value: unknown): string {
  const text = JSON.stringify(value, (_name, field: unknown) =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.fromEntries(
          Object.entries(field).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : field,
  );
  return text ?? 'undefined';
}
