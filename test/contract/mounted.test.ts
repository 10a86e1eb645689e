import { mountedHost } from '../support/hosts-over-http.ts';
import { runContract } from '../support/run-contract.ts';

runContract(mountedHost('an app in another', {}));
runContract(mountedHost('an app below a path of another', { below: true }));
