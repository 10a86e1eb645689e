import * as v from 'valibot';
import { toSchema } from '../contract/json-schema.ts';
import { serverOptions, type Option } from '../controls/options.ts';
import { heldInJson, optionOf } from './settings.ts';

/** Creates the JSON Schema of a config file, for editors and for checks before a start. */
export function createConfigSchema(): object {
  const entries = Object.entries<Option>(serverOptions).map(([name, option]) => {
    const schema = v.pipe(schemaOf(name, option), v.description(option.description));
    const byDefault = option.commandDefault ?? option.default;
    // Some defaults are descriptions and not values.
    return [name, v.optional(schema, v.is(option.schema, byDefault) ? byDefault : undefined)];
  });
  const schema = toSchema(
    v.pipe(
      v.strictObject({ $schema: v.optional(v.string()), ...Object.fromEntries(entries) }),
      v.title('A config file of pet-catalog-mock'),
    ),
    // The command checks what JSON Schema cannot express.
    { errorMode: 'ignore' },
  );
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema };
}

/** Returns the schema of an option in a config file: paths or their content, and a delay also as text, which the command checks. */
function schemaOf(name: string, { fields, form, schema }: Option): v.GenericSchema {
  if (form === 'delay') return v.union([schema, v.string()]);
  const held = heldInJson[name];
  if (held) return v.union([optionOf(name).schema, held]);
  if (!fields) return optionOf(name).schema;
  const entries = Object.keys(fields).map((field) => {
    const { schema: path, description } = optionOf(`${name}.${field}`);
    return [field, v.optional(v.pipe(path, v.description(description)))];
  });
  return v.strictObject(Object.fromEntries(entries));
}
