import * as v from 'valibot';
import { checkOrThrow } from '../contract/check.ts';
import { InvalidInputError, show } from '../contract/errors.ts';
import type { Delay } from '../contract/delay.ts';
import { oneOf, plainObject } from '../contract/input.ts';
import { isObject } from '../contract/is-object.ts';
import { mapValues } from '../contract/map-values.ts';
import { refuseMisfits, type KnownOperations } from '../contract/operation.ts';
import {
  scenarioSchema,
  type Fixtures,
  type Scenario,
  type Scenarios,
  type ScenarioSummary,
} from '../contract/state.ts';
import type { PetShapes } from '../contract/pet.ts';
import { isSnapshot, readFixtures } from '../fixtures/read.ts';
import { initialState, refuseConflict, refuseTooMany, type PetRules } from './seed.ts';

/** The named starting points of a catalog. */
export interface ScenarioControls {
  /** The built-in ones, then one's own in the order in which they were given. */
  list(): ScenarioSummary[];
  /** The name of the one that was chosen last, or of the start's; `null` for none. */
  current(): string | null;
  /**
   * Replaces pets, ids, faults and delay at once, until the next `reset()`; what the scenario leaves
   * out is as the catalog's options have it. The journal stays. Requests in flight are cancelled.
   *
   * @throws InvalidInputError that lists the names, and then nothing has changed.
   */
  use(name: string): void;
}

/** There is no scenario of that name. */
export class UnknownScenarioError extends InvalidInputError {}

/** All that a scenario decides, with the options in the place of what it leaves out. @internal */
export type StartingPoint = StartingPoints['start'];

/** Where the catalogs of one service can begin. @internal */
export type StartingPoints = ReturnType<typeof createStartingPoints>;

interface OwnOptions {
  readonly pets: number;
  readonly seed: number;
  readonly fixtures: Fixtures | undefined;
  readonly delay: Delay;
  readonly scenarios: Scenarios;
  readonly scenario: string | undefined;
}

/** @internal */
export function createStartingPoints(options: OwnOptions, rules: PetRules) {
  const { scenarios, fixtures } = options;
  /** Whether there is one of that name; `null` is that of the options alone. */
  const has = (name: string | null) => name === null || Object.hasOwn(scenarios, name);
  // The pets of the options, shared by all that begin with them. Those of fixtures are read at once,
  // and others generated when the first one begins with them.
  let own = fixtures && initialState(options, rules);
  const find = (name: string | null): Scenario => (name === null ? {} : scenarios[name]!);

  /** What a scenario decides besides the pets. */
  function controlsOf(name: string | null) {
    const { faults = [], delay = options.delay } = find(name);
    return { faults, delay };
  }

  function make(name: string | null, isReserved?: (id: string) => boolean) {
    if (!has(name)) {
      const expected = oneOf(Object.keys(scenarios));
      throw new UnknownScenarioError(
        `There is no scenario ${show(name)}: the name must be ${expected}`,
      );
    }
    const { pets, seed, fixtures: exact } = find(name);
    const isOwn = [pets, seed, exact].every((value) => value === undefined);
    const asked = isOwn
      ? options
      : {
          pets: Math.min(pets ?? own?.pets.size ?? options.pets, rules.maxPets),
          seed: seed ?? own?.seed ?? options.seed,
          fixtures: exact,
        };
    const state =
      isOwn && !isReserved
        ? (own ??= initialState(options, rules))
        : initialState(asked, rules, isReserved);
    return { ...state, ...controlsOf(name), scenario: name };
  }

  const start = make(options.scenario ?? null);
  return {
    start,
    list: (): ScenarioSummary[] =>
      Object.entries(scenarios).map(([name, { description = '' }]) => ({ name, description })),
    has,
    controlsOf,
    /** @param isReserved Whether an id must not be given to a pet that brings none. */
    prepare: (name: string | null, isReserved?: (id: string) => boolean) =>
      name === start.scenario && !isReserved ? start : make(name, isReserved),
  };
}

/**
 * Checks scenarios as a file or an option has them.
 *
 * @param shapes What their fixtures are checked by. Default: pets with exactly their fields.
 * @throws InvalidInputError that names the scenario and the field.
 */
export function checkScenarios(
  given: unknown,
  maxPets: number,
  operations?: KnownOperations,
  shapes?: PetShapes,
): Scenarios {
  const checkOne = (subject: string, one: unknown): Scenario => {
    const scenario = checkOrThrow(plainObject(scenarioSchema), one, subject) as Scenario;
    const { pets = 0, fixtures, faults = [] } = scenario;
    refuseMisfits(faults, operations, subject);
    refuseConflict(scenario, subject);
    refuseTooMany(pets, maxPets, `${subject}: "pets"`);
    if (fixtures === undefined) return scenario;
    const exact = readFixtures(fixtures, `${subject}: fixtures`, shapes);
    const { length } = isSnapshot(exact) ? exact.pets : exact;
    refuseTooMany(length, maxPets, `${subject}: "fixtures"`);
    return { ...scenario, fixtures: exact };
  };
  const scenarios = checkOrThrow(byName, given, 'The scenarios');
  return mapValues(scenarios, (one, name) => checkOne(`Scenario ${show(name)}`, one));
}

// A promise that nobody awaits, or a map, has no fields: it would be taken for one that is empty.
const byName = plainObject(
  v.custom<Readonly<Record<string, unknown>>>(isObject, 'an object of scenarios by their names'),
);
