import {
  alba,
  create,
  type CaseRequest,
  type ContractCase,
  type Expected,
} from '../../src/verify/cases/case.ts';

function prefers(
  what: string,
  prefer: string,
  expected: Expected,
  request: CaseRequest = { path: '/v2/pets/alba' },
): ContractCase {
  return {
    name: `Prefer: ${what}`,
    request: { ...request, headers: { Prefer: prefer } },
    expected,
  };
}

const unavailable = (applied: string): Expected => ({
  status: 503,
  json: { error: 'Service Unavailable' },
  headers: { 'preference-applied': applied },
});
const ignored: Expected = { status: 200, json: alba };

export const preferCases: ContractCase[] = [
  prefers('code=503 fails this one call', 'code=503', unavailable('code=503')),
  prefers('delay alone slows the real answer', 'delay=1', {
    ...ignored,
    headers: { 'preference-applied': 'delay=1' },
  }),
  prefers('code and delay do both', 'code=503, delay=1', unavailable('code=503, delay=1')),
  prefers('a success is none that makes sense', 'code=200', ignored),
  prefers(
    'a create that fails creates nothing',
    'code=500',
    {
      status: 500,
      json: { error: 'Internal Server Error' },
      headers: { 'preference-applied': 'code=500' },
    },
    create({ name: 'Rex' }),
  ),
  {
    name: 'Prefer: the key is checked first',
    request: { headers: { Prefer: 'code=503', 'X-API-Key': null } },
    expected: { status: 401, error: /X-API-Key is missing/ },
  },
  {
    name: 'Prefer: the method is checked first',
    request: { method: 'DELETE', headers: { Prefer: 'code=503' } },
    expected: { status: 405, error: /DELETE is not allowed/ },
  },
];
