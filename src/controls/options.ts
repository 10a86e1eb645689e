import * as v from 'valibot';
import { baseUrlSchema } from '../contract/base-url.ts';
import { delaySchema } from './delay.ts';
import type { Dialect } from '../contract/dialect.ts';
import { plainModel } from '../contract/pet-model.ts';
import type { PetFieldOptions } from '../contract/pet-fields.ts';
import { seedNumberSchema, type Fixtures, type Scenarios } from './state.ts';
import { headerName, headerValue } from '../contract/http.ts';
import { isObject, mapValues, withoutUndefined } from '../contract/values.ts';
import { oneOf, wholeNumber } from '../contract/input.ts';
import { findLocale, locales } from './locales.ts';

/** The type that the text of a flag or a variable stands for. */
export type TextForm =
  'boolean' | 'delay' | 'file' | 'keys' | 'number' | 'origins' | 'path' | 'text';

interface Source {
  readonly description: string;
  /** The flag in the notation of commander. */
  readonly flag?: string;
  /** Default: `PET_CATALOG_` and the name. `undefined` for no variable. */
  readonly variable?: string | undefined;
  /** A flag without a value that sets the option to `false`. */
  readonly off?: { readonly flag: string; readonly description: string };
  /** Default: the schema's. */
  readonly form?: TextForm;
  /** The expected text, if the schema's message is about another type. */
  readonly expectedText?: string;
  /** Never shown. */
  readonly secret?: true;
}

/** An option: its schema, flag, variable and description. @internal */
export interface Option extends Source {
  readonly schema: v.GenericSchema;
  /** A part of the description that does not apply to the command. */
  readonly inCode?: string;
  readonly default?: unknown;
  /** The command's default in words, if it differs. */
  readonly commandDefault?: string;
  /** Default: Behaviour. */
  readonly group?: 'Pets' | 'Behaviour' | 'Server' | 'Control plane and dashboard';
  /** The fields of an object, each of which has a flag of its own. */
  readonly fields?: Readonly<Record<string, Source>>;
}

export type Options = Readonly<Record<string, Option>>;

type DefaultsOf<T> = {
  [K in keyof T as T[K] extends { default: unknown } ? K : never]: T[K]['default' & keyof T[K]];
};

/** The defaults of the options. @internal */
export function defaultsOf<T extends Options>(options: T): DefaultsOf<T> {
  return withoutUndefined(mapValues(options, (option) => option.default)) as DefaultsOf<T>;
}

const keyWords = 'a key that a header can carry: characters of ASCII or Latin-1, on one line';
const key = v.pipe(
  v.string('a string'),
  v.regex(/\S/, 'a key that is not empty'),
  v.check((text) => headerValue.test(text.trim()), keyWords),
);

const isHeader = (text: string) =>
  headerName.test(text) && !/^(?:true|false|yes|no|on|off)$/i.test(text);
const moduleWords = (items: string) => `the path of a module, or an array of ${items}`;
const modulePath = (items: string) => v.pipe(v.string(), v.nonEmpty(moduleWords(items)));
const scenarioWords = 'the name of a scenario';
const isolateWords = 'true or false, or the name of a header such as "X-Test-Id"';

const baseUrl = {
  schema: baseUrlSchema,
  default: '*/v2',
  commandDefault: '/v2',
  flag: '--base-path <path>',
  variable: 'PET_CATALOG_BASE_PATH',
  form: 'path',
  expectedText: 'a path such as /v2',
  group: 'Server',
  description: 'where the service lives: a path (in a config file: "baseUrl")',
  inCode: 'also a path at any origin (*/v2) or a URL',
} as const satisfies Option;

const petOptions = {
  pets: {
    schema: wholeNumber(0, 1_000_000),
    default: 25,
    flag: '--pets <number>',
    group: 'Pets',
    description: 'how many pets are seeded; by default no more than maxPets',
  },
  seed: {
    schema: seedNumberSchema,
    default: 20240229,
    flag: '--seed <number>',
    group: 'Pets',
    description: 'same seed, same pets, ids and random failures',
  },
  fixtures: {
    schema: v.custom<Fixtures>(
      (value) => typeof value === 'object' && value !== null,
      'an array of pets or a snapshot',
    ),
    flag: '--fixtures <file>',
    form: 'file',
    group: 'Pets',
    description: `use exactly these pets; cannot be combined with --pets: a JSON array of ${plainModel.fixtureShape()}, or a snapshot (without its faults, delay and scenario)`,
  },
  maxPets: {
    schema: wholeNumber(0, 1_000_000),
    default: 100_000,
    flag: '--max-pets <number>',
    group: 'Pets',
    description: 'how many pets a catalog may hold',
  },
  apiKeys: {
    schema: v.pipe(
      v.array(key, 'an array of keys'),
      v.minLength(1, 'an array of at least one key; leave it out to accept any'),
    ),
    commandDefault: 'any key',
    flag: '--api-key <key>',
    form: 'keys',
    expectedText: 'at least one key that is not empty and that a header can carry',
    secret: true,
    description: 'an accepted key; may be repeated (the variable: separated by commas)',
    inCode: 'an array of keys',
  },
  isolate: {
    schema: v.union(
      [v.boolean(isolateWords), v.pipe(v.string(), v.check(isHeader, isolateWords))],
      isolateWords,
    ),
    default: false,
    flag: '--isolate [header]',
    form: 'boolean',
    expectedText: 'true or false, or the name of a header such as X-Test-Id',
    description: 'give each API key a catalog of its own, or each value of this header',
  },
  scenarios: {
    schema: v.custom<Scenarios>(isObject, 'an object of scenarios by their names'),
    flag: '--scenarios <file>',
    form: 'file',
    description:
      'more scenarios to choose from: a JSON file, or a module whose default export is such an object',
    inCode: 'the object itself',
  },
  operations: {
    schema: v.array(v.any(), 'an array of operations, as defineOperation(...) takes them'),
    flag: '--operations <file>',
    form: 'file',
    description:
      'additional operations: a module whose default export is an array of them, as defineOperation takes them',
    inCode: 'the array itself',
  },
  collections: {
    schema: v.array(v.any(), 'an array of collections, as defineCollection(...) takes them'),
    variable: undefined,
    description:
      'what the service has besides pets; the command takes them from the file of --operations',
    inCode: 'an array of collections, as defineCollection takes them',
  },
  fields: {
    schema: v.custom<PetFieldOptions>(isObject, 'an object of fields by their names'),
    variable: undefined,
    description: 'more fields of a pet; the command takes them from the file of --operations',
    inCode: 'an object of {schema, description, default, fake} by their names',
  },
  dialect: {
    schema: v.custom<Dialect>(isObject, 'an object with any of the fields of a dialect'),
    flag: '--dialect <file>',
    form: 'file',
    description:
      'differences of the real service that the mock should copy: a JSON file such as {"createStatus": 200}',
    inCode: 'the object itself',
  },
  scenario: {
    schema: v.pipe(v.string(scenarioWords), v.nonEmpty(scenarioWords)),
    flag: '--scenario <name>',
    description: 'the scenario to start with; its settings override the flags',
  },
  delay: {
    schema: delaySchema,
    default: 0,
    flag: '--delay <ms>',
    form: 'delay',
    expectedText:
      'milliseconds (250), a range of them, the smaller first (100-300), or the median and the 99th percentile (p50=300,p99=3000)',
    description:
      'latency of each operation in milliseconds: 250, 100-300 for a random one, or p50=300,p99=3000 for a log-normal one',
    inCode: '{min, max} or {p50, p99}',
  },
  journalSize: {
    schema: wholeNumber(0, 1_000_000),
    default: 1000,
    flag: '--journal-size <number>',
    description: 'how many requests the journal keeps; 0 turns it off',
  },
  maxBodyBytes: {
    // The JSON of a pet must fit into a string of V8: 2^29 code units.
    schema: wholeNumber(0, 2 ** 28),
    default: 1024 * 1024,
    flag: '--max-body-bytes <number>',
    description: 'the largest request body, in bytes',
  },
} as const satisfies Options;

/** The options of a catalog: they work in every host. @internal */
export const catalogOptions = { baseUrl, ...petOptions } as const satisfies Options;

const localeWords = oneOf(locales);

/** @internal */
export const localeOption = {
  schema: v.pipe(
    v.string(localeWords),
    v.check((text) => findLocale(text) !== undefined, localeWords),
  ),
  default: 'en',
  flag: '--locale <locale>',
  group: 'Pets',
  description: 'the language of the names of generated pets, such as de, ja or pt-BR',
} as const satisfies Option;

const hostWords = 'a host name or address';
const originWords = '"*", an origin such as "https://app.example", several of them, or false';
const tokenWords = 'a token of visible ASCII characters that is not empty';

const origin = v.pipe(
  v.string(originWords),
  v.regex(/^(?:\*|(?:https?|wss?|ftp):\/\/[^\s/\\?#%@A-Z]+)$/, originWords),
  v.check(
    (text) => text === '*' || (URL.canParse(text) && new URL(text).origin === text),
    originWords,
  ),
);

const pem = v.pipe(v.string('PEM text'), v.nonEmpty('PEM text'));

/** The options of the Express app. @internal */
export const appOptions = {
  cors: {
    schema: v.union(
      [origin, v.pipe(v.array(origin), v.minLength(1, originWords)), v.literal(false)],
      originWords,
    ),
    default: '*',
    flag: '--cors-origin <origin>',
    off: { flag: '--no-cors', description: 'no CORS headers' },
    variable: 'PET_CATALOG_CORS_ORIGIN',
    form: 'origins',
    expectedText: '*, an origin such as https://app.example, several separated by commas, or false',
    group: 'Server',
    description:
      'which pages may call the service: * for all, an origin, several separated by commas, or false for none',
    inCode: 'several are an array',
  },
  handlers: {
    schema: v.union(
      [modulePath('msw handlers'), v.array(v.looseObject({}))],
      moduleWords('msw handlers'),
    ),
    flag: '--handlers <file>',
    form: 'file',
    description:
      'a module whose default export is an array of msw handlers; they come before the operations of the service',
    inCode: 'also the array itself',
  },
  log: {
    schema: v.picklist(['pretty', 'json', 'none'], 'one of "pretty", "json", "none"'),
    default: 'none',
    commandDefault: 'pretty on a terminal, else json',
    flag: '--log <format>',
    group: 'Server',
    description: 'how to log calls and changes on standard error: pretty, json or none',
  },
  admin: {
    schema: v.boolean('true or false'),
    default: true,
    off: {
      flag: '--no-admin',
      description: 'turn off the control plane and the dashboard (the variable: false)',
    },
    group: 'Control plane and dashboard',
    description: 'control plane and dashboard; false turns them off',
  },
  adminToken: {
    // The characters of RFC 6750, section 2.1, and a few more.
    schema: v.pipe(v.string(tokenWords), v.regex(/^[\x21-\x7e]+$/, tokenWords)),
    flag: '--admin-token <token>',
    secret: true,
    group: 'Control plane and dashboard',
    description: 'control requests must bring it: Authorization: Bearer TOKEN',
  },
} as const satisfies Options;

const pathWords = 'a path such as "/__pets"';

/** The options of the Express app in another app. @internal */
export const mountOptions = {
  ...appOptions,
  dashboard: {
    schema: v.pipe(v.string(pathWords), v.regex(/^(?:\/[\w-][\w.-]*)+\/?$/, pathWords)),
    description: 'where the dashboard is; the documents are then below it',
  },
} as const satisfies Options;

/** All options of a server. @internal */
export const serverOptions = {
  ...petOptions,
  operations: {
    ...petOptions.operations,
    schema: v.union(
      [modulePath('operations'), petOptions.operations.schema],
      moduleWords('operations'),
    ),
    inCode: 'also the array itself',
  },
  // The help lists it with the options of the server.
  baseUrl,
  locale: localeOption,
  port: {
    schema: wholeNumber(0, 65535, 'a port: a whole number from 0 to 65535'),
    default: 4020,
    flag: '-p, --port <number>',
    variable: 'PORT',
    expectedText: '0–65535',
    group: 'Server',
    description: 'the port to listen on; 0 takes a free one',
  },
  host: {
    schema: v.pipe(v.string(hostWords), v.nonEmpty(hostWords)),
    default: '127.0.0.1',
    flag: '--host <name>',
    variable: 'HOST',
    group: 'Server',
    description:
      'the address to listen on; one that others can reach needs --admin-token or --no-admin',
  },
  tls: {
    schema: v.strictObject({ cert: pem, key: pem }, 'an object with "cert" and "key"'),
    description: 'HTTPS: {cert, key}, two PEM files',
    inCode: 'the content of the files',
    group: 'Server',
    fields: {
      cert: {
        flag: '--tls-cert <file>',
        form: 'file',
        description: 'HTTPS with this certificate (PEM); needs --tls-key',
      },
      key: {
        flag: '--tls-key <file>',
        form: 'file',
        description: 'the key of that certificate (PEM)',
      },
    },
  },
  ...appOptions,
} as const satisfies Options;
