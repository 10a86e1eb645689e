import * as v from 'valibot';
import { baseUrlSchema, parseBaseUrl, type BaseUrl } from '../contract/base-url.ts';
import { explainOption } from '../contract/check.ts';
import {
  delaySchema,
  seedNumberSchema,
  type Delay,
  type Fixtures,
  type SeedOptions,
} from '../contract/control.ts';
import { OptionError } from '../contract/errors.ts';
import { wholeNumber } from '../contract/whole-number.ts';

/** What a catalog can be told. Every option may be left out. */
export interface PetCatalogOptions {
  /**
   * Where the service lives: a path at any origin (a star or nothing before `/v2`) or at one
   * (`https://pets.example/v2`). Default: `/v2` at any origin.
   */
  baseUrl?: string | undefined;
  /** How many pets are seeded. Default: 25, or `maxPets` if that is less. Not beside `fixtures`. */
  pets?: number | undefined;
  /** Same seed, same pets, ids and injected chaos: a whole number. Default: a fixed one. */
  seed?: number | undefined;
  /**
   * Exact pets instead of generated ones: an array of `{name, tag?, id?}`, or a snapshot, which has
   * a seed of its own.
   */
  fixtures?: Fixtures | undefined;
  /** The keys that are accepted. Default: any key that is not empty. */
  apiKeys?: readonly string[] | undefined;
  /**
   * Each API key has a catalog of its own; with the name of a header (`'X-Test-Id'`), each value of
   * that header, and requests without it share one. Default: `false`.
   */
  isolate?: boolean | string | undefined;
  /** Latency of each operation, in milliseconds: fixed, or a random number from `{min, max}`. Default: 0. */
  delay?: Delay | undefined;
  /** How many requests the journal keeps; 0 turns it off. Default: 1000. */
  journalSize?: number | undefined;
  /** How many pets a catalog may hold. Default: 1,000,000. */
  maxPets?: number | undefined;
  /** The largest request body, in bytes. Default: 1 MiB (1,048,576). */
  maxBodyBytes?: number | undefined;
}

/** The options with every default in its place. */
export interface CatalogSettings {
  readonly baseUrl: BaseUrl;
  readonly pets: number;
  readonly seed: number;
  readonly fixtures: Fixtures | undefined;
  readonly apiKeys: ReadonlySet<string> | undefined;
  readonly isolate: boolean | string;
  readonly delay: Delay;
  readonly journalSize: number;
  readonly maxPets: number;
  readonly maxBodyBytes: number;
}

export const catalogDefaults = {
  baseUrl: '*/v2',
  pets: 25,
  seed: 20240229,
  isolate: false,
  delay: 0,
  journalSize: 1000,
  maxPets: 1_000_000,
  maxBodyBytes: 1024 * 1024,
} as const;

const key = v.pipe(
  v.string('a string'),
  v.check((text) => text.trim() !== '', 'a key that is not empty'),
);

const isolateWords = 'true or false, or the name of a header such as "X-Test-Id"';

/**
 * One schema for each option; the command line and the config file are checked by the same.
 *
 * @internal
 */
export const catalogOptionSchemas = {
  baseUrl: baseUrlSchema,
  // A Map holds 2^24 entries at most.
  pets: wholeNumber(0, 2 ** 24),
  seed: seedNumberSchema,
  fixtures: v.custom<Fixtures>(
    (value) => typeof value === 'object' && value !== null,
    'an array of pets or a snapshot',
  ),
  apiKeys: v.pipe(
    v.array(key, 'an array of keys'),
    v.minLength(1, 'an array of at least one key; leave it out to accept any'),
  ),
  isolate: v.union(
    [
      v.boolean(isolateWords),
      // A token (RFC 9110, section 5.6.2); such words are meant as true or false.
      v.pipe(
        v.string(),
        v.regex(/^(?!(?:true|false|yes|no|on|off)$)[\w!#$%&'*+.^`|~-]+$/i, isolateWords),
      ),
    ],
    isolateWords,
  ),
  delay: delaySchema,
  journalSize: wholeNumber(0, 1_000_000),
  maxPets: wholeNumber(0, 2 ** 24),
  // What a pet's JSON makes of it must be a text: V8 has none of more than 2^29 code units.
  maxBodyBytes: wholeNumber(0, 2 ** 28),
} as const;

/**
 * Checks options and fills in the defaults. `undefined` is as good as left out.
 *
 * @throws OptionError that names the option, the value and what is expected.
 */
export function resolveCatalogOptions(options: PetCatalogOptions = {}): CatalogSettings {
  checkOptions(options, catalogOptionSchemas);
  const conflict = conflictIn(options);
  if (conflict !== undefined) throw new OptionError(`Option ${conflict}`);
  const given = { ...catalogDefaults, ...withoutUndefined(options) };
  const { maxPets } = given;
  if (options.pets !== undefined && options.pets > maxPets) {
    throw new OptionError(
      `Option "pets" must be at most "maxPets" (${maxPets}), not ${options.pets}`,
    );
  }
  return {
    ...given,
    pets: Math.min(given.pets, maxPets),
    baseUrl: parseBaseUrl(given.baseUrl)!,
    fixtures: options.fixtures,
    apiKeys: options.apiKeys && new Set(options.apiKeys.map((one) => one.trim())),
  };
}

/** The header of an API key, as `node:http` and the service name it. */
export const apiKeyHeader = 'x-api-key';

/** The header whose value chooses the catalog, as people write it; `undefined` when all share one. */
export function isolationHeader({ isolate }: Pick<CatalogSettings, 'isolate'>): string | undefined {
  if (isolate === true) return 'X-API-Key';
  return isolate === false ? undefined : isolate;
}

/** What would have no effect beside the fixtures, in words; `undefined` when all has one. */
export function conflictIn({ pets, seed, fixtures }: SeedOptions): string | undefined {
  // What is no fixture is refused elsewhere.
  if (typeof fixtures !== 'object' || fixtures === null) return undefined;
  if (pets !== undefined) {
    return '"pets" must not be given beside "fixtures", which are all the pets there are';
  }
  if (seed === undefined || !('seed' in fixtures) || fixtures.seed === seed) return undefined;
  return '"seed" must not be given beside a snapshot as "fixtures", which has a seed of its own';
}

/**
 * Checks each option by its schema and refuses those that there are none for.
 *
 * @throws OptionError
 *
 * @internal
 */
export function checkOptions(
  options: object,
  schemas: Readonly<Record<string, v.GenericSchema>>,
): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new OptionError('The options must be an object');
  }
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(schemas, name)) {
      throw new OptionError(
        `Unknown option "${name}". The options are: ${Object.keys(schemas).join(', ')}`,
      );
    }
    const problem = value === undefined ? undefined : explainOption(name, schemas[name]!, value);
    if (problem !== undefined) throw new OptionError(problem);
  }
}

export function withoutUndefined<T extends object>(
  options: T,
): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
