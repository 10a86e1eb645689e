import * as v from 'valibot';
import { jsonSchema } from './match.ts';

/**
 * An object whose other fields are kept, whatever they are called: `v.objectWithRest` leaves some out, such
 * as `constructor`.
 */
export function openObject(entries: v.ObjectEntries, words: string): v.GenericSchema {
  const known = v.object(entries, words);
  const schema = v.objectWithRest(entries, v.unknown(), words);
  const run: (typeof schema)['~run'] = (dataset, config) => {
    const input = dataset.value as Record<string, unknown>;
    const checked = known['~run'](dataset, config);
    if (checked.issues) return checked as ReturnType<typeof run>;
    const all = { ...input };
    for (const [key, value] of Object.entries(input)) {
      if (Object.hasOwn(entries, key) || value === undefined) continue;
      const { issues } = jsonSchema['~run']({ value }, config);
      if (!issues) continue;
      const path = [{ type: 'object', origin: 'value', input: all, key, value }] as const;
      return { typed: false, value: all, issues: [{ ...issues[0], path: [...path] }] };
    }
    return { typed: true, value: all };
  };
  return { ...schema, '~run': run };
}
