import type { Operation, OperationContext, OperationResponse } from '../operations/operation.ts';
import { parseQuery } from '../catalog/match.ts';
import { CapacityError } from '../catalog/pets.ts';
import { errorMessages } from '../contract/error-messages.ts';
import { InvalidInputError, messageOf, show } from '../contract/errors.ts';
import { decodeSegment } from '../contract/operation-path.ts';
import { headerName, headerValue, isFraming } from '../contract/headers.ts';
import { isObject } from '../contract/is-object.ts';
import {
  ownVendor,
  type SchemaIssue,
  type SchemaResult,
  type StandardSchema,
} from '../contract/standard-schema.ts';
import { onOneLine, shorten } from '../contract/words.ts';
import { jsonOfBody } from './json-body.ts';
import { CallContext, failuresOf, type Inputs } from './operation-context.ts';
import type { Context } from './request.ts';
import { cancelled, errorResult, gone, isBodiless, JsonText } from './response.ts';
import type { MaybeLater, Result } from './response.ts';

/**
 * Decodes and checks what it takes, runs it, and checks its response. It neither throws nor rejects.
 *
 * @param onError Told what an operation threw, for the log.
 */
export function runOperation(
  context: Context,
  onError: (error: Error) => void,
): MaybeLater<Result> {
  // A fault may let go of the body while a query is still being checked.
  const { request, route, routed, body: sent } = context;
  const { operation } = routed;
  const params: Record<string, string> = {};
  for (const [index, name] of routed.params.entries()) {
    const value = decodeSegment(route.values[index]!);
    if (value === undefined) return errorResult(400, errorMessages.malformed(name));
    params[name] = value;
  }
  const fail = (error: unknown) => failureOf(operation, error, onError);
  try {
    const asked = operation.query && fieldsOf(request.query);
    const result = validate(operation.query, asked, 'The query', (query) => {
      const parsed = operation.body && sent!();
      if (parsed?.ok === false) return errorResult(400, parsed.message);
      return validate(operation.body, parsed?.value, 'The request body', (body) =>
        run(context, { params, query, body }),
      );
    });
    return result instanceof Promise ? untilCut(result, context, fail) : result;
  } catch (error) {
    return fail(error);
  }
}

/** What is answered where an operation has thrown; `onError` is told, for the log. */
export function failureOf(
  { name }: Operation,
  error: unknown,
  onError: (error: Error) => void,
): Result {
  let words = errorMessages.failed(name);
  try {
    // What the pets refuse is as it would be in an operation of the service.
    if (error instanceof InvalidInputError) return errorResult(400, error.message);
    if (error instanceof CapacityError) return errorResult(507, error.message);
    const message = messageOf(error)
      .slice(0, 1000)
      .replaceAll(/\s*\n\s*/g, ' ');
    words += `: ${onOneLine(shorten(message, 300))}`;
    onError(new Error(words, { cause: error }));
  } catch {
    // It can be neither read nor printed, as a proxy that refuses both.
    onError(new Error(words));
  }
  return errorResult(500, words);
}

function run(context: Context, inputs: Inputs): MaybeLater<Result> {
  const given = new CallContext(context, inputs);
  const settle = (response: OperationResponse) => toResult(response, given);
  const recover = (error: unknown) => {
    // What `fail` gave may be thrown as well: then it is the response.
    if (failuresOf(given).some((one) => one === error)) return settle(error as OperationResponse);
    throw error;
  };
  let response: ReturnType<Operation['run']>;
  try {
    response = context.routed.operation.run(given);
  } catch (error) {
    return recover(error);
  }
  return andThen(response, settle, recover);
}

/** A reset cuts off what still runs; what it gives or throws later is nobody's business. */
function untilCut(
  result: Promise<Result>,
  { lifetime, request }: Context,
  fail: (error: unknown) => Result,
): Promise<Result> {
  return new Promise((resolve) => {
    const signal = request.signal?.();
    let isOpen = true;
    const settle = (end: Result) => {
      isOpen = false;
      forget();
      signal?.removeEventListener('abort', onGone);
      resolve(end);
    };
    const onGone = () => settle(gone);
    const forget = lifetime.onEnd(() => settle(cancelled));
    signal?.addEventListener('abort', onGone);
    result.then(settle, (error: unknown) => isOpen && settle(fail(error)));
  });
}

/** The parameters of a query by their names: one that is repeated is an array. */
function fieldsOf(query: string): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  for (const [name, value] of query === '' ? [] : parseQuery(query)) {
    const before = Object.hasOwn(fields, name) ? fields[name] : undefined;
    fields[name] = before === undefined ? value : [before, value].flat();
  }
  return fields;
}

/** What no schema is for is `undefined`. */
function validate(
  schema: StandardSchema | undefined,
  value: unknown,
  subject: string,
  next: (value: unknown) => MaybeLater<Result>,
): MaybeLater<Result> {
  if (!schema) return next(undefined);
  return andThen(schema['~standard'].validate(value), (result) => {
    if (!isSchemaResult(result)) {
      throw new TypeError(`${subject}: its schema must give {value} or {issues}`);
    }
    if (!result.issues) return next(result.value);
    return errorResult(400, wordsOf(schema, result.issues, subject));
  });
}

/** A schema of a user's own may give anything. */
function isSchemaResult(result: SchemaResult<unknown> | null | undefined): boolean {
  if (typeof result !== 'object' || result === null) return false;
  return result.issues ? Array.isArray(result.issues) : 'value' in result;
}

/** `The request body: "owner.name": expected a string`; the mock's own schemas say all of it. */
function wordsOf(schema: StandardSchema, [issue]: readonly SchemaIssue[], subject: string): string {
  const message: unknown = issue?.message ?? 'it is not as it must be';
  if (schema['~standard'].vendor === ownVendor) return String(message);
  // Not its own `map`: the path of some libraries is an array of a class of theirs.
  const path = Array.from(issue?.path ?? [], (part) =>
    String(typeof part === 'object' ? part.key : part),
  );
  const where = path.length === 0 ? '' : ` ${show(path.join('.'))}:`;
  return `${subject}:${where} ${onOneLine(shorten(String(message), 300))}`;
}

const members: ReadonlySet<string> = new Set(['status', 'body', 'headers']);

/** @throws TypeError that says what is wrong with what an operation has answered. */
function toResult(response: OperationResponse, given: OperationContext): Result {
  const failures = failuresOf(given);
  // A failure may be given further headers, in a copy.
  if (failures.length > 0 && failures.every(({ body }) => body !== response?.body)) {
    const { status, body } = failures[0]!;
    const call = `fail(${status}, ${show(body.error)})`;
    throw new TypeError(`it called ${call} and answered with something else: return fail(...)`);
  }
  if (typeof response !== 'object' || response === null) {
    throw new TypeError(`it must answer with an object that has a "status", not ${show(response)}`);
  }
  const { status, body } = response;
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new TypeError(`its "status" must be a whole number from 200 to 599, not ${show(status)}`);
  }
  // Only an operation of the service has one, whose headers are as they must be.
  if (body instanceof JsonText) return { status, body: body.text, headers: response.headers };
  const headers = response.headers && lowerCase(response.headers);
  const other = Object.keys(response).find((name) => !members.has(name));
  if (other !== undefined) {
    const words = 'it must answer with "status", "body" and "headers" alone';
    throw new TypeError(`${words}, not ${show(other)}`);
  }
  if (isBodiless(status) || !('body' in response)) return { status, body: null, headers };
  const isText = typeof body === 'string' && headers !== undefined && 'content-type' in headers;
  return { status, body: isText ? body : jsonOfBody(body), headers };
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  const lower: Record<string, string> = {};
  if (!isObject(headers) || headers instanceof Headers) {
    throw new TypeError('its "headers" must be a plain object of names and texts');
  }
  for (const name in headers) {
    const value = headers[name]!;
    // A body goes out as it is, in no coding.
    const isOurs = isFraming(name) || name.toLowerCase() === 'content-encoding';
    if (!headerName.test(name) || isOurs) {
      throw new TypeError(`its "headers" must leave out ${show(name)}`);
    }
    if (typeof value !== 'string' || !headerValue.test(value)) {
      throw new TypeError(`its header ${show(name)} must be text that a header can carry`);
    }
    lower[name.toLowerCase()] = value;
  }
  return lower;
}

/** What is made of what a user's code gives: at once, where it is no promise of any kind. */
function andThen<From, To>(
  value: From | PromiseLike<From>,
  next: (value: From) => MaybeLater<To>,
  recover?: (error: unknown) => To,
): MaybeLater<To> {
  const isLate = typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
  return isLate ? Promise.resolve(value).then(next, recover) : next(value as From);
}
