/** An object with the same names, and what is made of each value. */
export function mapValues<Name extends string, From, To>(
  values: Readonly<Record<Name, From>>,
  map: (value: From, name: string) => To,
): Record<Name, To> {
  const entries = Object.entries<From>(values).map(([name, value]) => [name, map(value, name)]);
  return Object.fromEntries(entries) as Record<Name, To>;
}

export type Member = (...args: unknown[]) => unknown;

/** Controls with what is made of each member, and of those below it: `seed`, `pets.create`. */
export function mapMembers<T extends object>(
  controls: T,
  map: (member: Member, name: string) => Member,
): T {
  return mapValues(controls as Record<string, object>, (member, name) =>
    typeof member === 'function'
      ? map(member as Member, name)
      : mapMembers(member, (inner, below) => map(inner, `${name}.${below}`)),
  ) as T;
}
