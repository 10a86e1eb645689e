import { setupServerFetch } from '../support/hosts-in-process.ts';
import { runContract } from '../support/run-contract.ts';

runContract(setupServerFetch);
