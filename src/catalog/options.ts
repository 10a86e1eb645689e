import { parseBaseUrl, type BaseUrl } from '../contract/base-url.ts';
import { checkOption } from '../contract/check.ts';
import type { Delay } from '../contract/faults.ts';
import type { Fixtures, SeedOptions } from '../contract/state.ts';
import { OptionError, type Explain } from '../contract/errors.ts';
import { catalogOptions, defaultsOf, type Option } from '../contract/options.ts';

/** What a catalog can be told. Every option may be left out. */
export interface PetCatalogOptions {
  /**
   * Where the service lives: a path at any origin (a star or nothing before `/v2`) or at one
   * (`https://pets.example/v2`). Default: `/v2` at any origin.
   */
  baseUrl?: string | undefined;
  /** How many pets are seeded. Default: 25, or `maxPets` if that is less. Not beside `fixtures`. */
  pets?: number | undefined;
  /** Same seed, same pets, ids and random failures: a whole number. Default: a fixed one. */
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
export interface CatalogSettings extends Readonly<
  WithoutUndefined<Required<Omit<PetCatalogOptions, 'baseUrl' | 'fixtures' | 'apiKeys'>>>
> {
  readonly baseUrl: BaseUrl;
  readonly fixtures: Fixtures | undefined;
  readonly apiKeys: ReadonlySet<string> | undefined;
}

/** Checks options and fills in the defaults, also for those that are `undefined`. */
export function resolveCatalogOptions(options: PetCatalogOptions = {}): CatalogSettings {
  checkOptions(options, catalogOptions);
  const conflict = findConflict(options);
  if (conflict) throw conflict;
  const given = { ...defaultsOf(catalogOptions), ...withoutUndefined(options) };
  const { maxPets } = given;
  if (options.pets !== undefined && options.pets > maxPets) {
    const { pets } = options;
    throw new OptionError({
      option: 'pets',
      value: pets,
      expected: `at most maxPets (${maxPets})`,
      explain: (nameOf) =>
        `${nameOf('pets')} must be at most ${nameOf('maxPets')} (${maxPets}), not ${pets}`,
    });
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

/** What is wrong with options that have no effect beside the fixtures. */
export function findConflict({ pets, seed, fixtures }: SeedOptions): OptionError | undefined {
  // What is no fixture is refused elsewhere.
  if (typeof fixtures !== 'object' || fixtures === null) return undefined;
  const refuse = (option: string, value: number, beside: string, explain: Explain) =>
    new OptionError({ option, value, expected: `left out beside ${beside}`, explain });
  if (pets !== undefined) {
    return refuse(
      'pets',
      pets,
      'fixtures',
      (nameOf) =>
        `${nameOf('pets')} must not be given beside ${nameOf('fixtures')}, which are all the pets there are`,
    );
  }
  if (seed === undefined || !('seed' in fixtures) || fixtures.seed === seed) return undefined;
  return refuse(
    'seed',
    seed,
    'a snapshot',
    (nameOf) =>
      `${nameOf('seed')} must not be given beside a snapshot as ${nameOf('fixtures')}, which has a seed of its own`,
  );
}

/** Checks each option by its schema. @throws OptionError @internal */
export function checkOptions(
  options: object,
  known: Readonly<Record<string, Pick<Option, 'schema' | 'secret'>>>,
): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new OptionError({
      option: 'options',
      value: options,
      expected: 'an object',
      explain: () => 'The options must be an object',
    });
  }
  for (const [name, value] of Object.entries(options)) {
    const option = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!option) {
      const names = Object.keys(known).join(', ');
      throw new OptionError({
        option: name,
        expected: `one of ${names}`,
        explain: () => `Unknown option "${name}". The options are: ${names}`,
      });
    }
    const problem =
      value === undefined ? undefined : checkOption(name, option.schema, value, option.secret);
    if (problem) throw new OptionError(problem);
  }
}

type WithoutUndefined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

export function withoutUndefined<T extends object>(options: T): WithoutUndefined<T> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as WithoutUndefined<T>;
}
