import * as v from 'valibot';
import {
  faultChangesInput,
  faultEntries,
  faultIdSchema,
  faultInput,
} from '../../../controls/faults.ts';
import { described, optional } from '../../../contract/input.ts';
import { count, named, noContent, ok, routesOf } from '../route.ts';

const route = routesOf('faults', 'There is no fault of that id');

export const activeFaultSchema = named('ActiveFault', 'A fault as the catalog lists it.', {
  ...faultEntries,
  id: faultIdSchema,
  hits: described(count, 'How many calls it has hit.'),
  remaining: optional(count, 'How many more it will hit, where it has `times`.'),
});

export const exampleFault = {
  operation: 'listPets',
  status: 503,
  error: 'Back in a minute',
  times: 2,
} as const;
const activeFault = { id: 'fault-1', ...exampleFault, hits: 0, remaining: 2 };

export const faultRoutes = [
  route('faults.list', 'listFaults', {
    summary: 'The active faults, oldest first',
    description: 'The newest that matches a call wins.',
    success: ok(v.object({ faults: v.array(activeFaultSchema) }), 'The faults', {
      faults: [activeFault],
    }),
  }),
  route('faults.add', 'addFault', {
    summary: 'Adds a fault',
    description: 'It acts from the next call on.',
    body: {
      ...faultInput,
      examples: {
        unavailable: exampleFault,
        slow: { delay: { min: 100, max: 900 } },
        broken: { operation: 'getPet', network: 'reset', rate: 0.5 },
        second: { operation: 'listPets', status: 503, times: [2] },
        gateway: {
          match: { body: { name: 'Rex' } },
          status: 502,
          headers: { 'Content-Type': 'text/html' },
          body: '<h1>Bad gateway</h1>',
        },
      },
    },
    success: { ...ok(activeFaultSchema, 'The fault with its id', activeFault), status: 201 },
    run: ({ catalog: { faults }, body }) => faults.get(faults.add(body))!,
  }),
  route('faults.clear', 'clearFaults', {
    summary: 'Removes all faults',
    description: 'No call is hit any more.',
    success: noContent,
  }),
  route('faults.update', 'updateFault', {
    summary: 'Changes a fault where it stands',
    description:
      '`null` takes a field away, and what is left out stays. With `times`, its hits and the ' +
      'calls of a list are counted from the start. What the fault then is, is checked as a fault.',
    body: {
      ...faultChangesInput,
      examples: {
        off: { enabled: false },
        other: { status: 429, headers: { 'Retry-After': '2' }, error: null },
      },
    },
    success: ok(activeFaultSchema, 'The fault as it then is', { ...activeFault, enabled: false }),
  }),
  route('faults.remove', 'removeFault', {
    summary: 'Removes a fault',
    description: 'The others stay.',
    success: noContent,
  }),
];
