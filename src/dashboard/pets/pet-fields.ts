import type { Pet, ServerInfo } from '../../client.ts';

type PetField = ServerInfo['petFields'][number];

/** `Name` for `name`. */
export function labelOf({ name }: PetField): string {
  return name[0]!.toUpperCase() + name.slice(1);
}

/** The value of a field as an input and a row show it; `''` where the pet is without it. */
export function textOf(pet: Pet, { name }: PetField): string {
  const value = (pet as Readonly<Record<string, unknown>>)[name] ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What was typed as the value of a field. What is no JSON is for the server to refuse. */
export function valueOf(text: string, { type }: PetField): unknown {
  if (type === 'string') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
