import * as v from 'valibot';
import { checkOrThrow } from './check.ts';
import { InvalidInputError, show } from './errors.ts';
import { checkDefinitions, jsonSchema, nameSchema, oneOf, plainObject } from './input.ts';
import { paramsOf, pathProblem } from './operation-path.ts';
import { standardSchema, type StandardSchema } from './standard-schema.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The part of an operation that routes, checks and documents need. */
export interface OperationDescription<Name extends string = string, Path extends string = string> {
  /** A letter, then letters, digits or `_`. An operation with an existing name replaces that operation. */
  readonly name: Name;
  readonly method: Method;
  /** Below the base path: segments, each literal or `{param}`. A literal one wins over a parameter. */
  readonly path: Path;
  /** A sentence for the OpenAPI document, the API reference and the dashboard. */
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  /** Descriptions of the parameters in the path, by their names. */
  readonly params?: Readonly<Record<string, DescribedParam>> | undefined;
  /** The query's parameters, an object of strings; one that is repeated is an array. Default: the query is not checked. */
  readonly query?: StandardSchema | undefined;
  /**
   * A schema of the JSON body, or the kind of another body. Default: no body is read. Not with `GET` and
   * `DELETE`.
   */
  readonly body?: StandardSchema | BodyKind | undefined;
  /** Bodies of requests, by the names of the examples. A response has its example under the same name. */
  readonly examples?: Readonly<Record<string, unknown>> | undefined;
  /** The documented responses by status. 400, 401, 413 and 415 are added if the definition implies them. */
  readonly responses?: Readonly<Record<number, string | DescribedResponse>> | undefined;
  /** Whether it can be called without an API key. Default: `false`. */
  readonly isOpen?: boolean | undefined;
}

const bodyKinds = ['text', 'bytes', 'form'] as const;
/** A body that is not JSON: text, bytes of any type, or a form with or without files. */
export type BodyKind = (typeof bodyKinds)[number];

/** A parameter of a path, for the OpenAPI document. */
export interface DescribedParam {
  readonly description: string;
  /** Values, by the names of the examples. */
  readonly examples?: Readonly<Record<string, string>> | undefined;
}

/** One response, for the OpenAPI document. */
export interface DescribedResponse {
  readonly description: string;
  /** The shape of its body. Default: any JSON, and of a failure `{"error"}`. */
  readonly schema?: StandardSchema | undefined;
  /** The media type of its body. Default: `application/json`. */
  readonly contentType?: string | undefined;
  /**
   * The message of a failure, if it does not depend on the request. An injected fault of that status has
   * it, too. Default: the phrase of the status.
   */
  readonly error?: string | ((pets: { count(): number }) => string) | undefined;
  /** Bodies, by the names of the examples. */
  readonly examples?: Readonly<Record<string, unknown>> | undefined;
  /** Headers that it always has, by their names, with what they mean. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const text = v.string('a string');
const bodyWords =
  'a Standard Schema 1, as of zod, valibot or arktype, or "text", "bytes" or "form"';
const pathWords =
  'a path below the base path, such as "/pets/{petId}": segments, each literal or {param}';
const paramWords = 'an object with "description" and optionally "examples"';
const responseWords = 'a description, or an object with "description" and optionally "schema"';

const byName = <S extends v.GenericSchema>(schema: S, what: string) =>
  v.optional(plainObject(v.record(text, schema, `an object of the ${what}, by their names`)));
const examplesSchema = byName(jsonSchema, 'examples');

const responseSchema = v.strictObject(
  {
    description: text,
    schema: v.optional(standardSchema),
    contentType: v.optional(text),
    error: v.optional(v.union([v.string(), v.function()], 'a string or a function')),
    examples: examplesSchema,
    headers: byName(v.string('a text that says what the header means'), 'headers'),
  },
  responseWords,
);

const definitionSchema = v.strictObject(
  {
    name: nameSchema,
    method: v.picklist(methods, oneOf(methods)),
    path: v.string(pathWords),
    summary: v.optional(text),
    description: v.optional(text),
    params: byName(
      v.strictObject({ description: text, examples: byName(text, 'examples') }, paramWords),
      'parameters',
    ),
    query: v.optional(standardSchema),
    examples: examplesSchema,
    body: v.optional(v.union([standardSchema, v.picklist(bodyKinds)], bodyWords)),
    responses: byName(
      // Not a union, whose message says nothing of the fields.
      v.lazy((value) =>
        typeof value === 'object' && value !== null ? responseSchema : v.string(responseWords),
      ),
      'responses',
    ),
    isOpen: v.optional(v.boolean('true or false')),
    run: v.function('a function'),
  },
  'an operation, as defineOperation(...) takes it',
);

/** @throws InvalidInputError that names the operation, the member and what is expected. @internal */
export const checkOperations = (given: readonly Partial<OperationDescription>[]) =>
  checkDefinitions('operation', given, (one, subject) =>
    problemOf(checkOrThrow(definitionSchema, one, subject)),
  );

/** Returns the problem of a definition whose members are each well-formed. */
function problemOf(given: v.InferOutput<typeof definitionSchema>): string | undefined {
  const { method, path: where, params = {}, body, examples, responses = {} } = given;
  const problem = pathProblem(where);
  if (problem !== undefined) return problem;
  if (body && (method === 'GET' || method === 'DELETE')) {
    return `"body" must be left out, as a request with ${method} has none`;
  }
  if (examples && !body) return '"examples" are of bodies, and it has no "body"';
  const other = Object.keys(params).find((name) => !paramsOf(where).includes(name));
  if (other !== undefined) return `"params" has ${show(other)}, which is not in the path ${where}`;
  const status = Object.keys(responses).find((key) => !/^[2-5]\d\d$/.test(key));
  return status && `"responses" has ${show(status)}, which is no status from 200 to 599`;
}

/** Returns the current operations. */
export type KnownOperations = () => readonly OperationDescription[];

/** The fields of a fault or a filter that choose calls. */
interface Aim {
  readonly operation?: string | null | undefined;
  readonly match?: { readonly id?: string | undefined } | undefined;
}

/**
 * Says why a fault or a filter can never find a call; `undefined` if it can.
 *
 * @param known The operations; `undefined` if they are not known.
 * @param within Where in the subject it is: `faults[0].`.
 * @internal
 */
export function misfitOf(
  { operation, match }: Aim,
  known: KnownOperations | undefined,
  within = '',
): string | undefined {
  if (operation === undefined || operation === null || !known) return undefined;
  const all = known();
  const one = all.find(({ name }) => name === operation);
  if (!one) {
    const names = oneOf(all.map(({ name }) => name));
    return `"${within}operation" must be ${names}, not ${show(operation)}`;
  }
  if (match?.id === undefined || paramsOf(one.path).length > 0) return undefined;
  const path = `${show(operation)} (${one.path})`;
  return `"${within}match.id" is for the last parameter of a path, and ${path} has none`;
}

/**
 * @param subject Its name in a message: "A fault", for example.
 * @throws InvalidInputError that lists the known operations.
 * @internal
 */
export function refuseMisfit(
  aim: Aim,
  known: KnownOperations | undefined,
  subject: string,
  within?: string,
): void {
  const misfit = misfitOf(aim, known, within);
  if (misfit !== undefined) throw new InvalidInputError(`${subject}: ${misfit}`);
}

/** Does the same for each fault of a list. @internal */
export function refuseMisfits(
  faults: readonly Aim[],
  known: KnownOperations | undefined,
  subject: string,
): void {
  for (const [index, one] of faults.entries()) {
    refuseMisfit(one, known, subject, `faults[${index}].`);
  }
}
