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
  name: text('What `use` takes.'),
  description: text('A sentence for the people who choose it; empty where it has none.'),
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
    summary: 'Back to how it was made: pets, ids, faults, delay, journal',
    description: 'Requests in flight are cancelled.',
    success: noContent,
    run({ catalogs }) {
      for (const one of catalogs) one.reset();
    },
  }),
  route('seed', 'seed', {
    summary: 'Replaces the pets until the next reset; with nothing, by those of the start',
    description: 'Requests in flight are cancelled.',
    body: {
      ...seedInput,
      examples: {
        generated: { pets: 3, seed: 7 },
        exact: { fixtures: [{ name: 'Rex', tag: 'dog', id: 'rex' }, { name: 'Biscuit' }] },
      },
    },
    isBodyOptional: true,
    success: ok(v.object({ pets: count }), 'How many pets there are', { pets: 3 }),
    run({ catalog, body }) {
      catalog.seed(body);
      return { pets: catalog.pets.count() };
    },
  }),
  route('scenarios.list', 'listScenarios', {
    summary: 'The scenarios: named starting points',
    description: 'The built-in ones, and those of `--scenarios`.',
    success: ok(
      v.object({ scenarios: v.array(scenarioSummarySchema), current: currentScenario }),
      'The scenarios, and which was chosen last',
      { scenarios: [{ name: 'shelter', description: 'A shelter with 200 pets.' }], current: null },
    ),
    run: ({ catalog: { scenarios } }) => ({
      scenarios: scenarios.list(),
      current: scenarios.current(),
    }),
  }),
  route('scenarios.use', 'useScenario', {
    summary: 'Begins anew with a scenario',
    description:
      'Replaces pets, ids, faults and delay at once, until the next reset; what the scenario leaves ' +
      'out is as the options have it. The journal stays. Requests in flight are cancelled. With null it ' +
      'begins anew with the options alone, without the scenario of the start.',
    body: {
      ...scenarioChoiceInput,
      examples: { shelter: { name: 'shelter' }, none: { name: null } },
    },
    success: noContent,
    failures: {
      404: [
        'There is no scenario of that name',
        'There is no scenario "x": the name must be one of "empty", "shelter"',
      ],
    },
    run: ({ catalog, body }) => catalog.scenarios.use(scenarioChoiceInput.check(body).name),
  }),
  route('snapshot', 'getSnapshot', {
    summary: 'The whole state as plain JSON; --fixtures reads the same',
    description: 'What `PUT` on the same path takes, and `--fixtures` reads.',
    success: ok(snapshotSchema, 'The snapshot', snapshot),
  }),
  route('restore', 'putSnapshot', {
    summary: 'Brings the state of a snapshot back',
    description: 'Replaces pets, ids, faults and delay. Requests in flight are cancelled.',
    body: { ...snapshotInput, examples: { whole: snapshot } },
    success: noContent,
  }),
];
