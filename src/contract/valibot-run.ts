/**
 * What valibot cannot say: schemas that run otherwise than they are described. They reach for its private
 * `~run` and `_addIssue`, as of valibot 1.5, and nothing else does.
 */
import * as v from 'valibot';

type Run<S extends v.GenericSchema> = S['~run'];

/**
 * A schema that refuses some values before it looks at them.
 *
 * @param refusalOf Gives what was there instead of what is wanted, and the message where it is not the
 *   schema's own.
 */
export function refusing<S extends v.GenericSchema>(
  schema: S,
  refusalOf: (value: unknown) => { input: unknown; message?: string } | undefined,
): S {
  const run: Run<S> = (dataset, config) => {
    const refusal = refusalOf(dataset.value);
    if (!refusal) return schema['~run'](dataset, config);
    const refused = { value: dataset.value } as v.FailureDataset<v.BaseIssue<unknown>>;
    // oxlint-disable-next-line no-underscore-dangle -- valibot exports no other way to add an issue.
    v._addIssue(schema, 'type', refused, config, refusal);
    return refused;
  };
  return { ...schema, '~run': run };
}

/**
 * A schema of an object that gives all fields, whatever they are called: valibot leaves out
 * `__proto__`, `constructor` and `prototype`.
 *
 * @param schema What it is described as.
 * @param known Checks it first, then `other` each field.
 */
export function keepingAll<S extends v.GenericSchema>(
  schema: S,
  known: v.GenericSchema,
  other: v.GenericSchema,
): S {
  const run: Run<S> = (dataset, config) => {
    const input = dataset.value as Record<string, unknown>;
    const checked = known['~run'](dataset, config);
    if (checked.issues) return checked;
    const all = { ...input };
    for (const [key, value] of Object.entries(all)) {
      if (value === undefined) continue;
      const { issues } = other['~run']({ value }, config);
      if (!issues) continue;
      const path = [{ type: 'object', origin: 'value', input: all, key, value }] as const;
      return { typed: false, value: all, issues: [{ ...issues[0], path: [...path] }] };
    }
    return { typed: true, value: all };
  };
  return { ...schema, '~run': run };
}
