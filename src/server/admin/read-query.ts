import type { GenericSchema } from 'valibot';
import { show } from '../../contract/errors.ts';
import type { Input } from '../../contract/input.ts';
import { mapValues, parseJson } from '../../contract/values.ts';
import { AdminError } from './refusal.ts';

/** Returns the parameters of a query as values for the schemas of a route. */
export function readQuery(query: URLSearchParams, input: Input<unknown>): object {
  const entries = input.schema.entries as Record<string, GenericSchema>;
  // No prototype, because a parameter may be called `constructor`.
  const given = Object.create(null) as Record<string, string[]>;
  for (const [name, text] of query) (given[name] ??= []).push(text);
  return mapValues(given, (texts, name) => {
    const schema = Object.hasOwn(entries, name) ? inner(entries[name]!) : undefined;
    if (schema?.type === 'record') return readPairs(name, texts);
    if (texts.length > 1) throw createQueryError(name, 'given once');
    return schema ? readText(name, texts[0]!, schema) : texts[0];
  });
}

/** Returns how a parameter is written: as JSON text, as repeated `Name:value`, or as plain text. */
export function formOf(schema: GenericSchema): 'json' | 'pairs' | 'plain' {
  const { type } = inner(schema);
  if (type === 'unknown') return 'json';
  return type === 'record' ? 'pairs' : 'plain';
}

function readText(name: string, text: string, schema: GenericSchema): unknown {
  const { type } = schema;
  if (type === 'number' && /^\d{1,15}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (type === 'nullable' && text === 'null') return null;
  return type === 'unknown' ? readJsonText(name, text) : text;
}

function readJsonText(name: string, text: string): unknown {
  const value = parseJson(text);
  if (value === undefined) throw createQueryError(name, `JSON text, not ${show(text)}`);
  return value;
}

function readPairs(name: string, texts: readonly string[]): object {
  const pairs = new Map<string, string>();
  for (const text of texts) {
    const [, key, value = ''] = /^([^:]+):[\t ]*([^]*)$/.exec(text) ?? [];
    if (key === undefined) throw createQueryError(name, `Name:value, not ${show(text)}`);
    if (pairs.has(key)) throw createQueryError(name, `given once for ${show(key)}`);
    pairs.set(key, value);
  }
  return Object.fromEntries(pairs);
}

/** Returns the schema of a parameter without `optional` and `pipe`: the wrapped one, the last of a pipe. */
function inner(schema: GenericSchema): GenericSchema {
  const {
    type,
    wrapped,
    pipe = [],
  } = schema as GenericSchema & {
    wrapped?: GenericSchema;
    pipe?: readonly (GenericSchema | { kind: 'validation' | 'metadata' })[];
  };
  const last = pipe.findLast((item) => item.kind === 'schema');
  const part = type === 'optional' ? wrapped : last;
  return part ? inner(part) : schema;
}

function createQueryError(name: string, expected: string): AdminError {
  return new AdminError(400, `The query parameter ${JSON.stringify(name)} must be ${expected}`);
}
