import * as v from 'valibot';

/** The outcome of a check: the value as its schema gives it, or a sentence that says what is wrong. */
export type Checked<T> = { ok: true; value: T } | { ok: false; message: string };

/** Any schema whose messages are expectations in words ("a string", "a whole number from 0"). */
export type Expectation<T> = v.GenericSchema<unknown, T>;

/**
 * Checks a value and, when it fails, says which field is wrong, what it must be and what it is.
 *
 * @param subject What the value is called when it is wrong as a whole: "The request body", say.
 * @param within Where in the subject the value is, when it is only a part of it.
 */
export function check<T>(
  schema: Expectation<T>,
  value: unknown,
  subject: string,
  within: readonly (string | number)[] = [],
): Checked<T> {
  // v.object takes an array for an object with numbered fields; nobody else does.
  if (Array.isArray(value) && isObjectSchema(schema) && within.length === 0) {
    return { ok: false, message: `${subject} must be a JSON object, not an array` };
  }
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return { ok: true, value: result.output };
  return { ok: false, message: explain(result.issues[0], subject, within) };
}

/** What is wrong with an option, as a sentence; `undefined` when it is good. */
export function explainOption(
  name: string,
  schema: v.GenericSchema,
  value: unknown,
): string | undefined {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return undefined;
  const [issue] = result.issues;
  const path = [name, ...(issue.path ?? []).map((item) => item.key)];
  // A key or a token, even a bad one, is nobody's to read.
  const got = /key|token/i.test(name) ? '' : gotOf(issue);
  return `Option ${nameOf(path)} must be ${issue.message}${got}`;
}

function explain(
  issue: v.BaseIssue<unknown>,
  subject: string,
  within: readonly (string | number)[],
): string {
  const path = [...within, ...(issue.path ?? []).map((item) => item.key)];
  const field = path.length > 0 ? nameOf(path) : undefined;
  if (issue.kind === 'schema' && issue.expected === 'never' && isObjectIssue(issue)) {
    return `${subject} has no field ${field}`;
  }
  if (isObjectIssue(issue) && issue.received === 'undefined' && field !== undefined) {
    return `${subject} lacks the field ${field}`;
  }
  const got = gotOf(issue);
  return field === undefined
    ? `${subject} must be ${issue.message}${got}`
    : `${subject}: ${field} must be ${issue.message}${got}`;
}

/** What there is instead. An object whose parts are wrong is an object: to say so helps nobody. */
function gotOf({ kind, type, input }: v.BaseIssue<unknown>): string {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  return isObject && (kind === 'validation' || type === 'union') ? '' : `, not ${show(input)}`;
}

function isObjectIssue(issue: v.BaseIssue<unknown>): boolean {
  return issue.type === 'object' || issue.type === 'strict_object';
}

function isObjectSchema(schema: v.GenericSchema<unknown, unknown>): boolean {
  return schema.type === 'object' || schema.type === 'strict_object';
}

/** `pets[3].name`, in quotes. */
function nameOf(path: readonly unknown[]): string {
  const [first, ...rest] = path;
  const start = typeof first === 'number' ? `[${first}]` : String(first);
  const name = rest.reduce<string>(
    (text, key) => text + (typeof key === 'number' ? `[${key}]` : `.${String(key)}`),
    start,
  );
  return `"${cut(name, 100)}"`;
}

/** A value as a person may read it in a message: short, and never throwing, whatever it is. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(cut(value, 60));
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'function') return 'a function';
  return String(value);
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
