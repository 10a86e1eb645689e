import { serverHost } from '../support/hosts-over-http.ts';
import { runContract } from '../support/run-contract.ts';

runContract(serverHost('the server', {}));
