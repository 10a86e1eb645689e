import { toJsonSchema } from '@valibot/to-json-schema';
import { errorSchema, newPetSchema, petSchema } from './pet.ts';

export type Json = Record<string, unknown>;

/** The first pet of a catalog that nobody has told anything: to fetch it works at once. */
export const examplePet = {
  name: 'Cookie',
  tag: 'dog',
  id: 'a6d48331-438a-426e-86cb-effa306f303c',
};

/** The first pet that is created there. */
export const createdPet = {
  name: 'Biscuit',
  tag: '',
  id: 'c53ae90f-c9f5-4e62-b2f3-12dc147b235d',
};

/** A reference to one of the document's components. */
export function ref(kind: 'headers' | 'parameters' | 'responses' | 'schemas', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

/** The headers that every JSON answer carries. */
const jsonHeaders = {
  'Cache-Control': ref('headers', 'NoStore'),
  'Content-Length': ref('headers', 'Length'),
  'Preference-Applied': ref('headers', 'PreferenceApplied'),
};

/** An answer in JSON. `content` is its schema and its examples. */
export function jsonAnswer(description: string, content: Json, headers: Json = {}): Json {
  return {
    description,
    headers: { ...headers, ...jsonHeaders },
    content: { 'application/json': content },
  };
}

/** An error, with its messages by the name of the example. */
export function errorAnswer(
  description: string,
  messages: Readonly<Record<string, string>>,
  headers?: Json,
): Json {
  const examples = Object.fromEntries(
    Object.entries(messages).map(([name, error]) => [name, { value: { error } }]),
  );
  return jsonAnswer(description, { schema: ref('schemas', 'Error'), examples }, headers);
}

/** The JSON schema of one of the contract's own, without its dialect: OpenAPI 3.1 has this one. */
function schemaOf(schema: Parameters<typeof toJsonSchema>[0]): Json {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
  });
  // What must be left out is `{not: {}}`; of `false`, generators of types make `never`.
  const properties = Object.entries(rest.properties ?? {}).map(([name, property]) => [
    name,
    typeof property === 'object' && property.not !== undefined ? false : property,
  ]);
  return { ...rest, properties: Object.fromEntries(properties) };
}

function header(description: string, schema: Json, required: boolean): Json {
  return { description, required, schema };
}

export const components = {
  securitySchemes: {
    ApiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'Any key that is not empty, unless the mock was told which ones to accept.',
    },
  },
  schemas: {
    Pet: schemaOf(petSchema),
    NewPet: schemaOf(newPetSchema),
    Error: schemaOf(errorSchema),
  },
  parameters: {
    PetId: {
      name: 'petId',
      in: 'path',
      required: true,
      description: "The pet's unique id, percent-encoded.",
      schema: { type: 'string', minLength: 1 },
      example: examplePet.id,
    },
    Limit: {
      name: 'limit',
      in: 'query',
      required: false,
      description:
        'How many pets at most, in decimal digits. All when left out; there is no maximum.',
      schema: { type: 'integer', minimum: 0 },
    },
    Prefer: {
      name: 'Prefer',
      in: 'header',
      required: false,
      description:
        'What this one call asks of the mock (RFC 7240): `code=503` to fail with that status ' +
        '(400 to 599), `delay=250` to be answered so many milliseconds later, or both.',
      schema: { type: 'string' },
    },
  },
  headers: {
    NoStore: header('No answer is to be cached.', { type: 'string', const: 'no-store' }, true),
    Length: header('Bytes in the body.', { type: 'integer', minimum: 0 }, true),
    Location: header('The path of the new pet.', { type: 'string', minLength: 1 }, true),
    Challenge: header(
      'The scheme that is wanted: a key in `X-API-Key`.',
      { type: 'string', const: 'ApiKey' },
      true,
    ),
    Allow: header('With `405`: the methods that the path takes.', { type: 'string' }, false),
    PreferenceApplied: header(
      'What was done of that which `Prefer` asked.',
      { type: 'string' },
      false,
    ),
  },
} satisfies Record<string, Record<string, Json>>;
