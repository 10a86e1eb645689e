import * as v from 'valibot';
import { described } from '../../../contract/input.ts';

// What several groups of routes answer with. A test holds each shape to the public type of the same name.

/** A shape that has a name in the OpenAPI document. */
export function named<E extends v.ObjectEntries>(title: string, description: string, entries: E) {
  const shape = v.object(entries);
  type Shape = v.InferOutput<typeof shape>;
  return v.pipe(shape, v.title<Shape, string>(title), v.description<Shape, string>(description));
}

/** What an object may be without. */
export const exactOptional = <S extends v.GenericSchema>(schema: S, description: string) =>
  v.exactOptional(described(schema, description));

export const text = (description: string) => described(v.string(), description);
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const currentScenario = described(
  v.nullable(v.string()),
  'The scenario that was chosen last, or that of the start; null for none.',
);
