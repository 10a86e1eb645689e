import { describeGeneratedClients } from './support/generated-clients.ts';

describeGeneratedClients('of the example', async () => ({}));
