// Fixtures for `base.extend(...)`
export { petCatalogFixtures } from './fixtures.ts';
export type { PetCatalogAccess, PetCatalogFixtures, PetCatalogWorkerFixtures } from './fixtures.ts';
export type { PetCatalogTestServer } from './check-server.ts';

// A matcher for `expect.extend(...)`
export { petCatalogMatchers } from './matchers.ts';
export type { RequestsOwner, ToHaveReceivedOptions } from './matchers.ts';

// Without a server
export { routePage } from './route-page.ts';
export type { RoutableCatalog, RoutablePage, RoutedCall, RoutedRequest } from './route-page.ts';

export { attachJournal } from './attach-journal.ts';
export type { AttachableTest, JournalOwner } from './attach-journal.ts';

// The types that are shared with the catalog and the client
export type { Control } from '../client/index.ts';
export type { RequestFilter, VerifyOptions } from '../controls/requests.ts';
export type { ServerOptions } from '../server/options.ts';
