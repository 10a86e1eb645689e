import * as v from 'valibot';
import { InvalidInputError, show, type OptionProblem } from './errors.ts';
import { isSecretHeader } from './http.ts';
import { shorten } from './text.ts';

export type Checked<T> = { ok: true; value: T } | { ok: false; message: string };

/**
 * Checks a value. If it is wrong, says which field is wrong, what was expected and what was found.
 *
 * @param schema Its messages are expectations in words ("a string", "a whole number from 0").
 * @param subject The name of the whole value in a message: "The request body".
 * @param within The place of the value in the subject, if it is a part.
 */
export function check<T>(
  schema: v.GenericSchema<unknown, T>,
  value: unknown,
  subject: string,
  within: readonly (string | number)[] = [],
): Checked<T> {
  // v.object accepts an array as an object with numbered fields.
  if (Array.isArray(value) && isOfObject(schema)) {
    return { ok: false, message: `${at(subject, within)} must be a JSON object, not an array` };
  }
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return { ok: true, value: result.output };
  return { ok: false, message: explain(result.issues[0], subject, within, schema) };
}

/** Like `check`, but throws. @throws InvalidInputError */
export function checkOrThrow<T>(...given: Parameters<typeof check<T>>): T {
  const checked = check(...given);
  if (!checked.ok) throw new InvalidInputError(checked.message);
  return checked.value;
}

/** Returns the problem of an option; `undefined` if it is good. The value of a secret is left out. @internal */
export function checkOption(
  name: string,
  schema: v.GenericSchema,
  value: unknown,
  isSecret = false,
): OptionProblem | undefined {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return undefined;
  const [issue] = result.issues;
  const path = (issue.path ?? []).map((item) => item.key);
  // A missing or an unknown field: the message is about the object.
  const isWhole = isOfObject(issue) && path.length > 0;
  const option = pathOf([name, ...(isWhole ? path.slice(0, -1) : path)]);
  const expected = issue.message;
  if (isSecret) return { option, expected };
  const got = isWhole ? '' : gotOf(issue, true);
  return {
    option,
    value: isWhole ? value : issue.input,
    expected,
    explain: (nameOf) => `${nameOf(option)} must be ${expected}${got}`,
  };
}

function explain(
  issue: v.BaseIssue<unknown>,
  subject: string,
  within: readonly unknown[],
  schema: v.GenericSchema,
): string {
  const path = [...within, ...(issue.path ?? []).map((item) => item.key)];
  // The schema of a user has its own words.
  if (issue.type === 'raw_transform') return `${at(subject, path)}: ${issue.message}`;
  if (isOfObject(issue) && path.length > 0) {
    const field = `field "${pathOf(path)}"`;
    if (issue.expected === 'never') {
      const outer = (issue.path ?? []).slice(0, -1).map((item) => String(item.key));
      const fields = fieldsOf(outer.reduce(entryOf, schema as object));
      const known = fields.length > 0 ? `. The fields are: ${fields.join(', ')}` : '';
      return `${subject} has an unknown ${field}${known}`;
    }
    if (issue.received === 'undefined') return `${subject} lacks the ${field}`;
  }
  const got = isSecretHeader(String(path.at(-1))) ? '' : gotOf(issue);
  return `${at(subject, path)} must be ${issue.message}${got}`;
}

/** Returns the fields that an object may have. */
function fieldsOf(schema: object): string[] {
  const entries = entriesOf(schema);
  return Object.keys(entries).filter((name) => {
    const { wrapped } = entries[name] as { wrapped?: v.GenericSchema };
    return wrapped?.type !== 'never';
  });
}

const entryOf = (schema: object, name: string): object => entriesOf(schema)[name] ?? {};

/** Returns the entries of an object schema, which may be optional or the last of a pipe. */
function entriesOf(schema: object): v.ObjectEntries {
  type Parts = { entries?: v.ObjectEntries; wrapped?: object; pipe?: object[] };
  const { entries, wrapped, pipe = [] } = schema as Parts;
  if (entries) return entries;
  const parts = wrapped ? [wrapped] : pipe;
  return parts.map(entriesOf).find((inner) => Object.keys(inner).length > 0) ?? {};
}

/** `A fault: "delay.min"` */
function at(subject: string, path: readonly unknown[]): string {
  return path.length === 0 ? subject : `${subject}: "${pathOf(path)}"`;
}

/** Says what was found instead. For an object or array with wrong parts, that would not help. */
function gotOf({ kind, type, input }: v.BaseIssue<unknown>, showsParts = false): string {
  // The message of a function says it already.
  if (type === 'raw_check') return '';
  const isObject = typeof input === 'object' && input !== null;
  const isWrongType = kind !== 'validation' && type !== 'union';
  if (!isObject || isWrongType) return `, not ${show(input)}`;
  const isList = type === 'union' && Array.isArray(input);
  if (!showsParts && !isList) return '';
  try {
    return `, not ${shorten(JSON.stringify(input), 60)}`;
  } catch {
    // It is not JSON.
    return '';
  }
}

/** Whether a schema, or an issue of one, is of an object. */
function isOfObject({ type }: { readonly type: string }): boolean {
  return type === 'object' || type === 'strict_object' || type === 'object_with_rest';
}

/** `pets[3].name` */
function pathOf(path: readonly unknown[]): string {
  const parts = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return shorten(parts.join('').replace(/^\./, ''), 100);
}
