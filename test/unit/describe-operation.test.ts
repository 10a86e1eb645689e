import * as v from 'valibot';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Operation } from '../../src/operations/define-operation.ts';
import { plainDialect } from '../../src/contract/dialect.ts';
import { ref } from '../../src/contract/json-schema.ts';
import { inWords } from '../../src/contract/standard-schema.ts';
import { describeOperation, jsonResponse } from '../../src/service/describe-operation.ts';
import { createOpenApi } from '../../src/service/openapi.ts';

const bare: Operation = { name: 'getA', method: 'GET', path: '/a', run: () => ({ status: 200 }) };
const describedAs = (changes: Partial<Operation>, named = {}) =>
  describeOperation({ ...bare, ...changes }, named, plainDialect);

const error = ref('schemas', 'ErrorBody');
const text = { type: 'string', minLength: 1 };
const ofKey = { 401: ref('responses', 'Unauthorized') };

test('an operation without a description is documented from its path', () => {
  expect(describedAs({})).toEqual({
    operationId: 'getA',
    tags: ['a'],
    parameters: [],
    responses: { ...ofKey, '2XX': jsonResponse('It succeeded.', { schema: {} }) },
  });
});

test('the parameters of a query are in the document, whether its schema has a name or not', () => {
  const query = v.object({ loud: v.string() });
  const { parameters } = describedAs({ query }) as { parameters: unknown[] };
  expect(parameters).toHaveLength(1);
  expect(describedAs({ query: v.pipe(query, v.title('Noise')) })).toMatchObject({ parameters });
  // A date has no JSON Schema.
  const since = z.object({ loud: z.string(), since: z.coerce.date() });
  const { parameters: both } = describedAs({ query: since }) as { parameters: unknown[] };
  expect(both).toEqual([parameters[0], { name: 'since', in: 'query', required: true, schema: {} }]);
});

test('the description of an operation is in the document', () => {
  const toy = v.pipe(v.object({ of: v.string() }), v.title('Toy'));
  const named = {};
  const ball = { of: 'rubber' };
  const operation = describedAs(
    {
      summary: 'Give a toy',
      description: 'To its owner.',
      isOpen: true,
      path: '/{owner}/toys/{id}',
      params: { id: { description: 'Of the toy', examples: { ball: 'b1' } } },
      query: v.object({
        loud: v.pipe(v.string(), v.description('How loud')),
        more: v.optional(v.string()),
      }),
      body: toy,
      examples: { ball },
      responses: {
        200: {
          description: 'Given',
          schema: toy,
          examples: { ball },
          headers: { ETag: 'Of the toy' },
        },
        201: 'New',
        204: { description: 'None', headers: { 'X-A': 'One' } },
        205: 'None',
        304: 'None',
        404: { description: 'No owner', error: 'Owner not found' },
        409: 'Taken',
      },
    },
    named,
  );
  const parameter = { in: 'path', required: true, schema: text };
  const examples = { ball: { value: ball } };
  const sent = { schema: ref('schemas', 'Toy'), examples };
  const headerOf = (description: string) => ({ description, required: true, schema: text });
  const failure = (description: string, name: string, words: string) =>
    jsonResponse(description, { schema: error, examples: { [name]: { value: { error: words } } } });
  expect(operation).toEqual({
    operationId: 'getA',
    tags: ['toys'],
    summary: 'Give a toy',
    description: 'To its owner.',
    security: [],
    parameters: [
      { ...parameter, name: 'owner' },
      {
        ...parameter,
        name: 'id',
        description: 'Of the toy',
        examples: { ball: { value: 'b1' } },
      },
      {
        name: 'loud',
        in: 'query',
        required: true,
        description: 'How loud',
        schema: { type: 'string' },
      },
      { name: 'more', in: 'query', required: false, schema: { type: 'string' } },
    ],
    requestBody: { required: true, content: { 'application/json': sent } },
    responses: {
      200: jsonResponse('Given', sent, { ETag: headerOf('Of the toy') }),
      201: jsonResponse('New', { schema: {} }),
      204: { description: 'None', headers: { 'X-A': headerOf('One') } },
      205: { description: 'None', headers: {} },
      304: { description: 'None', headers: {} },
      400: failure(
        'The body is not JSON in UTF-8, or not what the operation takes. ' +
          'The query is not what the operation takes. ' +
          'A parameter in the path has a malformed percent-escape.',
        'badRequest',
        'The parameter owner in the path has a malformed percent-escape',
      ),
      404: failure('No owner', 'notFound', 'Owner not found'),
      409: jsonResponse('Taken', { schema: error }),
      413: failure(
        'The body is too large.',
        'payloadTooLarge',
        'The request body must be at most 1048576 bytes',
      ),
      415: failure(
        'The body is not declared as `application/json`, or is compressed.',
        'unsupportedMediaType',
        'The header Content-Type must be application/json',
      ),
    },
  });
  expect(named).toEqual({
    Toy: { type: 'object', title: 'Toy', properties: { of: { type: 'string' } }, required: ['of'] },
  });
});

const lazy = {
  '~standard': { version: 1, vendor: 'own', validate: () => ({ value: 1 }) },
} as const;

type ToSchema = ((options: { target: string }) => Record<string, unknown>) | undefined;
test.each<[string, input: ToSchema, schema: object, added?: object]>([
  [
    'says it in a way of its own',
    ({ target }) => ({ $comment: target }),
    { $comment: 'draft-2020-12' },
  ],
  [
    'cannot tell',
    () => {
      throw new Error('on purpose');
    },
    {},
  ],
  ['does not tell', undefined, {}],
  ['tells nothing', () => null as never, {}],
  ['goes round in a circle', (given) => Object.assign(given, { items: given }), {}],
  [
    'has schemas within, by their names',
    () => ({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $defs: { Toy: { type: 'string' } },
      items: [{ $ref: '#/$defs/Toy' }, { title: 'A ball' }],
      not: { title: 'Ball', type: 'null' },
    }),
    { items: [ref('schemas', 'Toy'), { title: 'A ball' }], not: ref('schemas', 'Ball') },
    { Toy: { type: 'string' }, Ball: { title: 'Ball', type: 'null' } },
  ],
  ['has no name of a type', () => ({ items: { title: 'ball' } }), { items: { title: 'ball' } }],
  [
    'has the name of another',
    () => ({ title: 'Pet', type: 'null' }),
    { title: 'Pet', type: 'null' },
  ],
])('a schema that %s is in the document', (_how, input, schema, added = {}) => {
  const body = { '~standard': { ...lazy['~standard'], ...(input && { jsonSchema: { input } }) } };
  const pet = { type: 'object', title: 'Pet' };
  const named = { Pet: pet };
  const { requestBody } = describedAs({ body }, named);
  expect(requestBody).toEqual({ required: true, content: { 'application/json': { schema } } });
  expect(named).toEqual({ Pet: pet, ...added });
});

const age = v.pipe(v.number(), v.finite());
const checked = v.pipe(
  v.string(),
  v.check((value) => value !== ''),
);
const bodyOf = (field: v.GenericSchema) => v.object({ field });

test('a finite number is a number in the document', () => {
  const schema = {
    type: 'object',
    properties: { field: { type: 'number' } },
    required: ['field'],
  };
  for (const body of [bodyOf(age), inWords('The request body', bodyOf(age))]) {
    expect(describedAs({ body })).toMatchObject({
      requestBody: { content: { 'application/json': { schema } } },
    });
  }
});

test("a user's schema that cannot be converted is any JSON", () => {
  const described = describedAs({ body: bodyOf(checked) });
  expect(described['requestBody']).toEqual({
    required: true,
    content: { 'application/json': { schema: {} } },
  });
});

test("a schema of the mock's own that cannot be converted throws", () => {
  const own = inWords('The pet', bodyOf(checked));
  const operations: Operation[] = [
    { ...bare, body: own },
    { ...bare, responses: { 200: { description: 'A pet', schema: own } } },
  ];
  for (const operation of operations) {
    expect(() => createOpenApi({ serverUrl: '/', operations: [operation] })).toThrow(/"check"/);
  }
});
