import * as fc from 'fast-check';
import type { Fault } from '../../src/index.ts';

const pick = <T>(...values: T[]) => fc.constantFrom(...values);
/** Gives each field or leaves it out. */
const any = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { requiredKeys: [] });

const headers = fc.dictionary(
  pick(
    'Retry-After',
    'content-type',
    'Cache-Control',
    'Vary',
    'Access-Control-Allow-Origin',
    'access-control-expose-headers',
    'Set-Cookie',
    'Date',
    'Location',
    'Preference-Applied',
    'X-Own',
  ),
  pick('2', 'text/html', 'a=1; Path=/', '', ' spaced ', 'caf\u00e9', 'access-control-allow-origin'),
  { maxKeys: 3 },
);
const body = pick<unknown>('<h1>Bad gateway</h1>', '', '\u00e9\ud83d\udc36', null, [], { id: 7 });
const delay = pick<NonNullable<Fault['delay']>>(0, 2, { min: 0, max: 3 }, { p50: 1, p99: 2 });

/** What a fault does. No fault hangs: that ends only when somebody ends it. */
const failure = fc.oneof(
  fc.record({ status: pick(400, 404, 413, 418, 429, 499, 500, 503, 599) }),
  fc.record(
    { status: pick(400, 429, 503), headers, error: pick('Not today', '') },
    { requiredKeys: ['status'] },
  ),
  fc.record(
    { status: pick(200, 201, 204, 205, 218, 299, 304, 404, 413, 502), headers, body },
    { requiredKeys: ['status', 'body'] },
  ),
  fc.record({ delay }),
  fc.record(
    {
      network: pick('reset', 'empty', 'truncate', 'garbage'),
      status: pick(404, 413, 502),
      delay,
    } as const,
    { requiredKeys: ['network'] },
  ),
  // Without a delay, it would take a second.
  fc.record({ network: pick('dribble'), delay, status: pick(404, 413) } as const, {
    requiredKeys: ['network', 'delay'],
  }),
);

const match = any({
  id: pick('alba', 'nobody', ''),
  query: pick<string | Record<string, string>>('', 'limit=2', { limit: '' }),
  header: pick({ 'x-api-key': 'good' }, { Prefer: 'delay=0' }),
  body: pick<unknown>({}, { name: 'x' }, { tag: null }, []),
});

/** Faults of every kind, for some calls or all. */
export const anyFault = fc
  .tuple(
    failure,
    any({
      operation: pick('createPet', 'getPet', 'listPets'),
      match: fc.oneof({ weight: 2, arbitrary: pick({}) }, match),
      rate: pick(0, 0.5, 1),
      times: pick(1, 2),
      enabled: pick(true, true, false),
    } as const),
  )
  .map((parts) => Object.assign({}, ...parts) as Fault)
  // Only of a path with a parameter has a call an id.
  .filter(
    ({ operation = 'getPet', match: calls }) => calls?.id === undefined || operation === 'getPet',
  );
