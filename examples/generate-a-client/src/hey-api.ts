// #region client
import { client } from './generated/hey-api/client.gen.ts';

client.setConfig({
  baseUrl: process.env['PET_CATALOG_URL'] ?? 'http://127.0.0.1:4020/v2',
  auth: 'test', // goes into X-API-Key
});
// #endregion
export { createPet, getPet, listPets } from './generated/hey-api/sdk.gen.ts';
