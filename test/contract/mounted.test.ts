import { mountedHost } from '../support/hosts-over-http.ts';
import { runContract } from '../support/run-contract.ts';
import { forMock } from '../support/contract-case.ts';
import { pathCases } from '../../src/verify/cases/paths.ts';
import { mockPathCases } from './mock-cases.ts';

runContract(mountedHost('an app below a path of another', { below: true }));
runContract(mountedHost('an app in another', {}), [...pathCases.map(forMock), ...mockPathCases]);
