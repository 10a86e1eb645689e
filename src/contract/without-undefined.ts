export type WithoutUndefined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

export function withoutUndefined<T extends object>(options: T): WithoutUndefined<T> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as WithoutUndefined<T>;
}
