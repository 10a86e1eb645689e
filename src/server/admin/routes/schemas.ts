import * as v from 'valibot';
import { described } from '../../../contract/input.ts';

// What several groups of routes answer with. A test holds each shape to the public type of the same name.

export const text = (description: string) => described(v.string(), description);
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const currentScenario = described(
  v.nullable(v.string()),
  'The scenario that was chosen last, or that of the start; null for none.',
);
