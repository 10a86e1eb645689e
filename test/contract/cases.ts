import {
  alba,
  create,
  get,
  noKey,
  ok,
  refused,
  type CaseRequest,
  type Expected,
} from '../../src/verify/cases/case.ts';
import { forMock, sentence, type ContractCase } from '../support/contract-case.ts';
import { serviceCases } from '../../src/verify/cases/index.ts';
import { mockCases } from './mock-cases.ts';

function prefers(
  what: string,
  prefer: string,
  expected: Expected,
  request: CaseRequest = get('alba'),
): ContractCase {
  const headers = { ...request.headers, Prefer: prefer };
  return sentence(`Prefer: ${what}`, { ...request, headers }, expected);
}

const applied = (expected: Expected, preferences: string): Expected => ({
  ...expected,
  headers: { 'preference-applied': preferences },
});
const unavailable = refused(503, 'Service Unavailable');
const failure = refused(500, 'Internal Server Error');
const both = 'code=503, delay=1';

const preferCases: ContractCase[] = [
  prefers('code=503 fails this one call', 'code=503', applied(unavailable, 'code=503')),
  prefers('delay alone slows the real answer', 'delay=1', applied(ok(alba), 'delay=1')),
  prefers('code and delay do both', both, applied(unavailable, both)),
  prefers('a success is none that makes sense', 'code=200', ok(alba)),
  prefers(
    'a create that fails creates nothing',
    'code=500',
    applied(failure, 'code=500'),
    create({ name: 'Rex' }),
  ),
  prefers('the key is checked first', 'code=503', refused(401, /X-API-Key is missing/), noKey),
  prefers('the method is checked first', 'code=503', refused(405, /DELETE is not allowed/), {
    method: 'DELETE',
  }),
];

/**
 * The table of contract cases for every host: the cases that `verify` asks of any service, and the
 * cases of the mock alone. It uses nothing of Node: a page can import it.
 */
export const contractCases: readonly ContractCase[] = [
  ...serviceCases.map(forMock),
  ...mockCases,
  ...preferCases,
];
