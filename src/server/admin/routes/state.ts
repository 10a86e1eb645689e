import * as v from 'valibot';
import { seededPets } from '../../../contract/seeded-pets.ts';
import {
  scenarioChoiceInput,
  seedInput,
  snapshotInput,
  snapshotSchema,
  type Snapshot,
} from '../../../controls/state.ts';
import { count, currentScenario, named, noContent, ok, routesOf, text } from '../route.ts';
import { exampleFault } from './faults.ts';

const route = routesOf('state');

export const scenarioSummarySchema = named('ScenarioSummary', 'A named starting point.', {
  name: text('The name to choose it by.'),
  description: text('One sentence; empty without a description.'),
});

const snapshot: Snapshot = {
  version: 1,
  seed: 42,
  nextId: 2,
  nextFault: 1,
  pets: seededPets,
  faults: [{ id: 'fault-1', ...exampleFault, calls: 1, hits: 1 }],
  calls: 0,
};

export const stateRoutes = [
  route('reset', 'reset', {
    summary: 'Reset pets, ids, faults, delay and journal to the initial state',
    description: 'Requests in flight are cancelled.',
    success: noContent,
    run({ catalogs }) {
      for (const one of catalogs) one.reset();
    },
  }),
  route('seed', 'seed', {
    summary: 'Replace the pets until the next reset; without a body, by the initial ones',
    description: 'Requests in flight are cancelled.',
    body: {
      ...seedInput,
      examples: {
        generated: { pets: 3, seed: 7 },
        exact: { fixtures: [{ name: 'Rex', tag: 'dog', id: 'rex' }, { name: 'Biscuit' }] },
      },
    },
    isBodyOptional: true,
    success: ok(v.object({ pets: count }), 'The number of pets', { pets: 3 }),
    run({ catalog, body }) {
      catalog.seed(body);
      return { pets: catalog.pets.count() };
    },
  }),
  route('scenarios.list', 'listScenarios', {
    summary: 'List the scenarios',
    description: 'The built-in scenarios, then the ones of `--scenarios`.',
    success: ok(
      v.object({ scenarios: v.array(scenarioSummarySchema), current: currentScenario }),
      'The scenarios, and the current one',
      { scenarios: [{ name: 'shelter', description: 'A shelter with 200 pets.' }], current: null },
    ),
    run: ({ catalog: { scenarios } }) => ({
      scenarios: scenarios.list(),
      current: scenarios.current(),
    }),
  }),
  route('scenarios.use', 'useScenario', {
    summary: 'Choose a scenario',
    description:
      'Replaces pets, ids, faults and delay at once, until the next reset. What the scenario leaves out ' +
      'comes from the options. The journal stays. Requests in flight are cancelled. `null` chooses no ' +
      'scenario: everything comes from the options.',
    body: {
      ...scenarioChoiceInput,
      examples: { shelter: { name: 'shelter' }, none: { name: null } },
    },
    success: noContent,
    failures: {
      404: [
        'There is no scenario with that name',
        'There is no scenario "x": the name must be one of "empty", "shelter"',
      ],
    },
    run: ({ catalog, body }) => catalog.scenarios.use(scenarioChoiceInput.check(body).name),
  }),
  route('snapshot', 'getSnapshot', {
    summary: 'Get the whole state as JSON',
    description: '`PUT` on the same path restores it, and `--fixtures` reads its pets.',
    success: ok(snapshotSchema, 'The snapshot', snapshot),
  }),
  route('restore', 'putSnapshot', {
    summary: 'Restore the state of a snapshot',
    description: 'Replaces pets, ids, faults and delay. Requests in flight are cancelled.',
    body: { ...snapshotInput, examples: { whole: snapshot } },
    success: noContent,
  }),
];
