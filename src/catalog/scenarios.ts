import * as v from 'valibot';
import { checkOrThrow } from '../contract/check.ts';
import { show } from '../contract/errors.ts';
import type { Delay } from '../controls/delay.ts';
import type { Fault } from '../controls/faults.ts';
import { oneOf, plainObject } from '../contract/input.ts';
import { isObject, mapValues } from '../contract/values.ts';
import { refuseMisfits, type KnownOperations } from '../contract/operation.ts';
import {
  scenarioSchema,
  type Fixtures,
  type Scenario,
  type Scenarios,
  type ScenarioSummary,
  type Snapshot,
} from '../controls/state.ts';
import type { PetModel } from '../contract/pet-model.ts';
import { petsIn, readFixtures } from '../fixtures/read.ts';
import {
  refuseConflict,
  refuseTooMany,
  seedItems,
  UnknownNameError,
  type ItemRules,
  type SeededItems,
} from './seed.ts';

/** The named starting points of a catalog. */
export interface ScenarioControls {
  /** Returns the built-in scenarios, then the user's in their order. */
  list(): ScenarioSummary[];
  /** Returns the name of the current scenario; `null` without one. */
  current(): string | null;
  /**
   * Replaces pets, collections, ids, faults and delay at once, until the next `reset()`. What the
   * scenario leaves out is as in the catalog's options. The journal stays. Requests in flight are
   * cancelled. `null` chooses no scenario: everything comes from the options.
   *
   * @throws InvalidInputError that lists the names, and then nothing has changed.
   */
  use(name: string | null): void;
}

/** A whole state to begin with: at start, with a scenario or from a snapshot. @internal */
export interface InitialState extends SeededItems, Pick<Snapshot, 'faults' | 'nextFault'> {
  /** The position of the next random delay. */
  readonly calls: number;
  readonly delay: Delay;
  readonly scenario: string | null;
}

/** The initial states that the catalogs of one service can have. @internal */
export interface InitialStates {
  /** The state at start, which a reset brings back. */
  readonly start: InitialState;
  /** Lists the scenarios. */
  list(): ScenarioSummary[];
  /** Returns whether there is a scenario of that name; `null` stands for no scenario. */
  has(name: string | null): boolean;
  /** Returns the faults and the delay of a scenario. */
  controlsOf(name: string | null): { faults: readonly Fault[]; delay: Delay };
  /** Returns the state that a scenario, or none, begins with. @throws UnknownNameError */
  of(name: string | null): InitialState;
}

interface OwnOptions {
  readonly pets: number;
  readonly seed: number;
  readonly fixtures: Fixtures | undefined;
  readonly delay: Delay;
  readonly scenarios: Scenarios;
  readonly scenario: string | undefined;
}

/** @throws InvalidInputError for fixtures that are wrong. @internal */
export function createInitialStates(options: OwnOptions, rules: ItemRules): InitialStates {
  const { scenarios, fixtures } = options;
  const has = (name: string | null) => name === null || Object.hasOwn(scenarios, name);
  const find = (name: string | null): Scenario => (name === null ? {} : scenarios[name]!);
  // Fixtures are read at once. Other pets are generated when a catalog first begins with them.
  let own = fixtures && seedItems(options, rules);

  function controlsOf(name: string | null) {
    const { faults = [], delay = options.delay } = find(name);
    return { faults, delay };
  }

  function petsOf(name: string | null): SeededItems {
    const { pets, seed, fixtures: exact } = find(name);
    if (pets === undefined && seed === undefined && exact === undefined) {
      return (own ??= seedItems(options, rules));
    }
    const asked = {
      pets: Math.min(pets ?? own?.pets.items.size ?? options.pets, rules.maxPets),
      seed: seed ?? own?.seed ?? options.seed,
      fixtures: exact,
    };
    return seedItems(asked, rules);
  }

  function make(name: string | null): InitialState {
    const { faults, delay } = controlsOf(name);
    const numbered = faults.map((fault, index) => ({
      ...fault,
      id: `fault-${index + 1}`,
      calls: 0,
      hits: 0,
    }));
    const { length: nextFault } = faults;
    return { ...petsOf(name), calls: 0, delay, scenario: name, faults: numbered, nextFault };
  }

  const start = make(options.scenario ?? null);
  return {
    start,
    list: () =>
      Object.entries(scenarios).map(([name, { description = '' }]) => ({ name, description })),
    has,
    controlsOf,
    of(name) {
      if (!has(name)) {
        const expected = oneOf(Object.keys(scenarios));
        throw new UnknownNameError(
          `There is no scenario ${show(name)}: the name must be ${expected}`,
        );
      }
      return name === start.scenario ? start : make(name);
    },
  };
}

/**
 * Checks scenarios as a file or an option has them.
 *
 * @param model The model of their pets. Default: pets with exactly their own fields.
 * @throws InvalidInputError that names the scenario and the field.
 * @internal
 */
export function checkScenarios(
  given: unknown,
  maxPets: number,
  operations?: KnownOperations,
  model?: PetModel,
): Scenarios {
  const checkOne = (subject: string, one: unknown): Scenario => {
    const scenario = checkOrThrow(plainObject(scenarioSchema), one, subject) as Scenario;
    const { pets = 0, fixtures, faults = [] } = scenario;
    refuseMisfits(faults, operations, subject);
    refuseConflict(scenario, subject);
    refuseTooMany(pets, maxPets, `${subject}: "pets"`);
    if (fixtures === undefined) return scenario;
    const exact = readFixtures(fixtures, `${subject}: fixtures`, model);
    refuseTooMany(petsIn(exact).length, maxPets, `${subject}: "fixtures"`);
    return { ...scenario, fixtures: exact };
  };
  const scenarios = checkOrThrow(byName, given, 'The scenarios');
  return mapValues(scenarios, (one, name) => checkOne(`Scenario ${show(name)}`, one));
}

// A promise that was not awaited, or a map, has no fields, and would look like an empty object.
const byName = plainObject(
  v.custom<Readonly<Record<string, unknown>>>(isObject, 'an object of scenarios by their names'),
);
