import * as v from 'valibot';
import {
  faultChangesInput,
  faultEntries,
  faultIdSchema,
  faultInput,
} from '../../../controls/faults.ts';
import { described, optional } from '../../../contract/input.ts';
import { count, named, noContent, ok, routesOf } from '../route.ts';

const route = routesOf('faults', 'There is no fault with that id');

export const activeFaultSchema = named('ActiveFault', 'A fault in the list of the catalog.', {
  ...faultEntries,
  id: faultIdSchema,
  hits: described(count, 'The number of calls that it has hit.'),
  remaining: optional(count, 'The number of calls that it will still hit, if it has `times`.'),
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
    summary: 'List the active faults, oldest first',
    description: 'The newest fault that matches a call wins.',
    success: ok(v.object({ faults: v.array(activeFaultSchema) }), 'The faults', {
      faults: [activeFault],
    }),
  }),
  route('faults.add', 'addFault', {
    summary: 'Add a fault',
    description: 'It takes effect with the next call.',
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
    summary: 'Remove all faults',
    description: 'Calls are answered as usual again.',
    success: noContent,
  }),
  route('faults.update', 'updateFault', {
    summary: 'Change a fault',
    description:
      '`null` removes a field, and fields that are left out stay. A new `times` counts the calls from ' +
      'zero again. The changed fault is checked like a new one.',
    body: {
      ...faultChangesInput,
      examples: {
        off: { enabled: false },
        other: { status: 429, headers: { 'Retry-After': '2' }, error: null },
      },
    },
    success: ok(activeFaultSchema, 'The changed fault', { ...activeFault, enabled: false }),
  }),
  route('faults.remove', 'removeFault', {
    summary: 'Remove a fault',
    description: 'Other faults stay. Calls that it holds are released.',
    success: noContent,
  }),
];
