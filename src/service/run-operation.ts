import type { Operation, OperationResult } from '../operations/define-operation.ts';
import { parseQuery } from '../catalog/match.ts';
import { CapacityError } from '../catalog/items.ts';
import { UnknownNameError } from '../catalog/seed.ts';
import { errorMessages } from '../contract/error-messages.ts';
import { InvalidInputError, messageOf, show } from '../contract/errors.ts';
import { decodeSegment } from '../contract/operation-path.ts';
import { headerName, headerValue, isFraming } from '../contract/http.ts';
import { isObject } from '../contract/values.ts';
import {
  describeIssue,
  ownVendor,
  type SchemaIssue,
  type StandardSchema,
} from '../contract/standard-schema.ts';
import { onOneLine, shorten } from '../contract/text.ts';
import {
  jsonOfBody,
  cancelled,
  errorResult,
  gone,
  isBodiless,
  type MaybeLater,
  type Result,
} from './response.ts';
import type { Call } from './call.ts';
import { createContext, type Failure, type Inputs } from './context.ts';

/**
 * Runs the operation of a call: decodes and checks its input, and checks its response. It never throws
 * or rejects.
 *
 * @param onError Gets an error that the operation threw, for the log.
 */
export function runOperation(call: Call, onError: (error: Error) => void): MaybeLater<Result> {
  // A fault may drop the body of the call while a schema still checks the query.
  const { request, route, operation, paramNames, body: sent } = call;
  const params: Record<string, string> = {};
  for (const [index, name] of paramNames.entries()) {
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
      const next = (body: unknown) => run(call, { params, query, body });
      const { body: schema } = operation;
      if (typeof schema === 'string') return next(parsed?.value);
      return validate(schema, parsed?.value, 'The request body', next);
    });
    return result instanceof Promise ? untilReset(result, call, fail) : result;
  } catch (error) {
    return fail(error);
  }
}

/** Returns the result of an operation that has thrown, and logs errors that are not the client's. */
export function failureOf(
  { name }: Operation,
  error: unknown,
  onError: (error: Error) => void,
): Result {
  let words = errorMessages.failed(name);
  try {
    // Pets and collections refuse input with these errors. An unknown collection is the operation's own.
    const isInput = error instanceof InvalidInputError && !(error instanceof UnknownNameError);
    if (isInput) return errorResult(400, error.message);
    if (error instanceof CapacityError) return errorResult(507, error.message);
    const message = messageOf(error)
      .slice(0, 1000)
      .replaceAll(/\s*\n\s*/g, ' ');
    words += `: ${onOneLine(shorten(message, 300))}`;
    onError(new Error(words, { cause: error }));
  } catch {
    // The error cannot be read.
    onError(new Error(words));
  }
  return errorResult(500, words);
}

function run(call: Call, inputs: Inputs): MaybeLater<Result> {
  const failures: Failure[] = [];
  const settle = (response: OperationResult) => toResult(response, failures);
  const recover = (error: unknown) => {
    // An operation may also throw a failure that `fail` made.
    const failure = failures.find((one) => one === error);
    if (failure) return settle(failure);
    throw error;
  };
  let response: ReturnType<Operation['run']>;
  try {
    response = call.operation.run(createContext(call, inputs, failures) as never);
  } catch (error) {
    return recover(error);
  }
  return andThen(response, settle, recover);
}

/** Ends an operation early if the catalog is reset or the client goes. Its later result is ignored. */
function untilReset(
  result: Promise<Result>,
  { lifetime, request }: Call,
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

/** Returns the parameters of a query by name. A parameter that is repeated is an array. */
function fieldsOf(query: string): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  for (const [name, value] of query === '' ? [] : parseQuery(query)) {
    const before = Object.hasOwn(fields, name) ? fields[name] : undefined;
    fields[name] = before === undefined ? value : [before, value].flat();
  }
  return fields;
}

/** Calls `next` with the value that a schema makes; without a schema, with `undefined`. */
function validate(
  schema: StandardSchema | undefined,
  value: unknown,
  subject: string,
  next: (value: unknown) => MaybeLater<Result>,
): MaybeLater<Result> {
  if (!schema) return next(undefined);
  return andThen(schema['~standard'].validate(value), (result) => {
    if (!result.issues) return next(result.value);
    return errorResult(400, messageFor(schema, result.issues, subject));
  });
}

/** Returns `The request body: "owner.name": expected a string`. The mock's own schemas write whole sentences. */
function messageFor(
  schema: StandardSchema,
  [issue]: readonly SchemaIssue[],
  subject: string,
): string {
  if (schema['~standard'].vendor === ownVendor) return issue!.message;
  return `${subject}: ${describeIssue(issue)}`;
}

const members: ReadonlySet<string> = new Set(['status', 'body', 'headers']);

/** Checks the response of an operation. @throws TypeError that says what is wrong with it. */
function toResult(response: OperationResult, failures: readonly Failure[]): MaybeLater<Result> {
  // A failure may be copied, to add headers.
  if (failures.length > 0 && failures.every(({ body }) => body !== response?.body)) {
    const { status, body } = failures[0]!;
    const made = `fail(${status}, ${show(body.error)})`;
    throw new TypeError(`it called ${made} and answered with something else: return fail(...)`);
  }
  if (typeof response !== 'object' || response === null) {
    throw new TypeError(`it must answer with an object that has a "status", not ${show(response)}`);
  }
  const { status, body } = response;
  if (response instanceof Response) return readResponse(response);
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new TypeError(`its "status" must be a whole number from 200 to 599, not ${show(status)}`);
  }
  const headers = response.headers && lowerCase(response.headers);
  const other = Object.keys(response).find((name) => !members.has(name));
  if (other !== undefined) {
    const words = 'its answer may have only "status", "body" and "headers"';
    throw new TypeError(`${words}, not ${show(other)}`);
  }
  if (isBodiless(status) || !('body' in response)) return { status, body: null, headers };
  const isStream = body instanceof ReadableStream;
  const isRaw = isStream || typeof body === 'string' || body instanceof Uint8Array;
  if (!isRaw || headers?.['content-type'] === undefined) {
    return { status, body: jsonOfBody(body), headers };
  }
  return isStream
    ? bytesOf(new Response(body)).then((bytes) => ({ status, body: bytes, headers }))
    : { status, body, headers };
}

async function readResponse(response: Response): Promise<Result> {
  const { status, body } = response;
  if (status < 200) throw new TypeError(`its "status" must be from 200 to 599, not ${status}`);
  const all = [...response.headers].filter(([name]) => !isOurs(name));
  const cookies = response.headers.getSetCookie();
  const headers: Record<string, string | readonly string[]> = {
    'content-type': 'application/octet-stream',
    ...Object.fromEntries(all),
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
  };
  if (body !== null) return { status, body: await bytesOf(response), headers };
  const { 'content-type': _, ...others } = headers;
  return { status, body, headers: others };
}

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

/** Headers that the server sets itself. */
const isOurs = (name: string) => isFraming(name) || name.toLowerCase() === 'content-encoding';

type HeaderValues = Readonly<Record<string, string | readonly string[]>>;

function lowerCase(headers: HeaderValues): HeaderValues {
  const lower: Record<string, string | readonly string[]> = {};
  if (!isObject(headers) || headers instanceof Headers) {
    throw new TypeError('its "headers" must be a plain object of header names and strings');
  }
  for (const name in headers) {
    const value = headers[name]!;
    if (!headerName.test(name) || isOurs(name)) {
      throw new TypeError(`its "headers" must not contain ${show(name)}`);
    }
    if (![value].flat().every((one) => typeof one === 'string' && headerValue.test(one))) {
      throw new TypeError(`its header ${show(name)} must be text that a header can carry`);
    }
    lower[name.toLowerCase()] = value;
  }
  return lower;
}

/** Calls `next` with a value: at once, or later if the value is a promise. */
function andThen<From, To>(
  value: From | PromiseLike<From>,
  next: (value: From) => MaybeLater<To>,
  recover?: (error: unknown) => MaybeLater<To>,
): MaybeLater<To> {
  const isLate = typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
  return isLate ? Promise.resolve(value).then(next, recover) : next(value as From);
}
