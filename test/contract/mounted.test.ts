import { mountedHost } from '../support/hosts-over-http.ts';
import { runContract } from '../support/run-contract.ts';
import { pathCases } from '../../src/verify/cases/paths.ts';

runContract(mountedHost('an app below a path of another', { below: true }));
runContract(mountedHost('an app in another', {}), pathCases);
