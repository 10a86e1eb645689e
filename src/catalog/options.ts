import { parseBaseUrl, type BaseUrl } from '../contract/base-url.ts';
import { check, checkOption } from '../contract/check.ts';
import type { Delay } from '../controls/delay.ts';
import { decisionsIn, dialectSchema, type Decisions, type Dialect } from '../contract/dialect.ts';
import type { Fixtures, Scenarios } from '../controls/state.ts';
import { checkFields, type PetFieldOptions } from '../contract/pet-fields.ts';
import { createPetModel, plainModel, type PetModel } from '../contract/pet-model.ts';
import { inOption, OptionError } from '../contract/errors.ts';
import { catalogOptions, defaultsOf, type Option } from '../controls/options.ts';
import type { KnownOperations } from '../contract/operation.ts';
import { oneOf } from '../contract/input.ts';
import { isObject, withoutUndefined, type WithoutUndefined } from '../contract/values.ts';
import type { CollectionDefinition } from '../operations/define-collection.ts';
import type { Operation } from '../operations/define-operation.ts';
import { builtInScenarios } from './built-in-scenarios.ts';
import { checkCollections } from './kinds.ts';
import { checkScenarios } from './scenarios.ts';
import { findConflict } from './seed.ts';

/** The options of a catalog. Every option may be left out. */
export interface PetCatalogOptions {
  /**
   * Where the service lives: a path at any origin (a star or nothing before `/v2`) or at one
   * (`https://pets.example/v2`). Default: `/v2` at any origin.
   */
  baseUrl?: string | undefined;
  /** The number of seeded pets. It cannot be combined with `fixtures`. Default: 25, or `maxPets` if that is less. */
  pets?: number | undefined;
  /** Same seed, same pets, ids and random failures: a whole number. Default: a fixed one. */
  seed?: number | undefined;
  /**
   * Exact pets instead of generated ones: an array of them, with or without ids, or a snapshot, which has
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
  /**
   * Your scenarios, for `scenarios.use(name)`. They are added to `builtInScenarios`; one with the same name
   * replaces a built-in one. Default: none.
   */
  scenarios?: Scenarios | undefined;
  /**
   * Your operations, made with `defineOperation`. They are added to the service's own; one with the
   * name of an earlier one replaces it. Default: none.
   */
  operations?: readonly Operation[] | undefined;
  /**
   * Collections besides pets, made with `defineCollection`. A seed can read the collections
   * before its own. Default: none.
   */
  collections?: readonly CollectionDefinition[] | undefined;
  /**
   * More fields of a pet, in the form of the mock's own `name` and `tag`. Declare their types in
   * `PetFields`. Default: none.
   */
  fields?: PetFieldOptions | undefined;
  /**
   * The decisions of the real service that differ from the mock's, for the mock to copy:
   * `{ createStatus: 200 }`. No reset and no snapshot changes them. Default: none.
   */
  dialect?: Dialect | undefined;
  /** The scenario to start with: what it has goes before the options. Default: none. */
  scenario?: string | undefined;
  /**
   * Latency of each operation, in milliseconds: fixed, a random number from `{min, max}`, or one of
   * a log-normal distribution with the median and the 99th percentile of `{p50, p99}`. Default: 0.
   */
  delay?: Delay | undefined;
  /** The number of requests that the journal keeps; 0 turns it off. Default: 1000. */
  journalSize?: number | undefined;
  /** The most pets that a catalog may hold, up to 1,000,000. Default: 100,000. */
  maxPets?: number | undefined;
  /** The largest request body, in bytes. Default: 1 MiB (1,048,576). */
  maxBodyBytes?: number | undefined;
}

type TakenAsGiven = Omit<
  PetCatalogOptions,
  'baseUrl' | 'fixtures' | 'apiKeys' | 'operations' | 'fields' | 'dialect' | 'scenario'
>;

/** The options with every default in its place. */
export interface CatalogSettings extends Readonly<WithoutUndefined<Required<TakenAsGiven>>> {
  readonly baseUrl: BaseUrl;
  readonly fixtures: Fixtures | undefined;
  readonly dialect: Decisions;
  /** The fields of a pet and their schemas. @internal */
  readonly model: PetModel;
  readonly scenario: string | undefined;
  readonly apiKeys: ReadonlySet<string> | undefined;
}

/**
 * Checks options and fills in the defaults. An `undefined` option has its default.
 *
 * @param operations The operations that faults of scenarios may name. Default: any.
 */
export function resolveCatalogOptions(
  options: PetCatalogOptions = {},
  operations?: KnownOperations,
): CatalogSettings {
  checkOptions(options, catalogOptions);
  const conflict = findConflict(options);
  if (conflict) throw conflict;
  const given = { scenarios: {}, ...defaultsOf(catalogOptions), ...withoutUndefined(options) };
  const { maxPets } = given;
  if (options.pets !== undefined && options.pets > maxPets) {
    const expected = `at most "maxPets" (${maxPets})`;
    throw new OptionError({ option: 'pets', value: options.pets, expected });
  }
  refuseTooManyFixtures(options.fixtures, maxPets);
  const model = resolveModel(options);
  const { collections = [] } = options;
  inOption('collections', collections, () => checkCollections(collections));
  const own = inOption('scenarios', options.scenarios, () =>
    checkScenarios(given.scenarios, maxPets, operations, model),
  );
  const scenarios: Scenarios = { ...builtInScenarios, ...own };
  const { scenario } = options;
  if (scenario !== undefined && !Object.hasOwn(scenarios, scenario)) {
    const expected = oneOf(Object.keys(scenarios));
    throw new OptionError({ option: 'scenario', value: scenario, expected });
  }
  return {
    ...given,
    pets: Math.min(given.pets, maxPets),
    baseUrl: parseBaseUrl(given.baseUrl)!,
    fixtures: options.fixtures,
    dialect: model.dialect,
    model,
    collections,
    scenarios,
    scenario,
    apiKeys: options.apiKeys && new Set(options.apiKeys.map((one) => one.trim())),
  };
}

/** Refuses fixtures with more pets than `maxPets`. @throws OptionError */
function refuseTooManyFixtures(value: Fixtures | undefined, maxPets: number): void {
  const pets: unknown = isObject(value) ? value.pets : value;
  if (!Array.isArray(pets) || pets.length <= maxPets) return;
  throw new OptionError({
    option: 'fixtures',
    value,
    expected: `at most "maxPets" (${maxPets}) pets`,
    explain: (nameOf) =>
      `${nameOf('fixtures')} must be at most ${nameOf('maxPets')} (${maxPets}) pets, not ${pets.length}`,
  });
}

/** Returns what a pet is with these options. @throws OptionError @internal */
export function resolveModel({ dialect, fields }: PetCatalogOptions): PetModel {
  if (!dialect && !fields) return plainModel;
  if (fields) inOption('fields', fields, () => checkFields(fields));
  return createPetModel(resolveDialect(dialect), fields);
}

/** @throws OptionError */
export function resolveDialect(given: Dialect = {}): Decisions {
  // Its name comes before what is wrong with it.
  const checked = check(dialectSchema, given, '');
  if (checked.ok) return decisionsIn(checked.value);
  throw new OptionError({
    option: 'dialect',
    value: given,
    expected: 'a well-formed dialect',
    explain: (nameOf) => nameOf('dialect') + checked.message,
  });
}

/** The header of an API key, as `node:http` and the service name it. */
export const apiKeyHeader = 'x-api-key';

/** The header whose value chooses the catalog, as people write it; `undefined` when all share one. */
export function isolationHeader({ isolate }: Pick<CatalogSettings, 'isolate'>): string | undefined {
  return isolate === true ? 'X-API-Key' : isolate || undefined;
}

/** Checks each option by its schema. @throws OptionError @internal */
export function checkOptions(
  options: object,
  known: Readonly<Record<string, Pick<Option, 'schema' | 'secret'>>>,
): void {
  if (!isObject(options)) {
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
