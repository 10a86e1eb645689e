/** An object with the same names, and what is made of each value. */
export function mapValues<Name extends string, From, To>(
  values: Readonly<Record<Name, From>>,
  map: (value: From, name: string) => To,
): Record<Name, To> {
  const entries = Object.entries<From>(values).map(([name, value]) => [name, map(value, name)]);
  return Object.fromEntries(entries) as Record<Name, To>;
}
