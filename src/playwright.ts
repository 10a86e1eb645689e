// Fixtures for `base.extend(...)`
export { petCatalogFixtures } from './playwright/fixtures.ts';
export type {
  PetCatalogAccess,
  PetCatalogFixtures,
  PetCatalogWorkerFixtures,
} from './playwright/fixtures.ts';
export type { PetCatalogTestServer } from './playwright/check-server.ts';

// A matcher for `expect.extend(...)`
export { petCatalogMatchers } from './playwright/matchers.ts';
export type { RequestsOwner, ToHaveReceivedOptions } from './playwright/matchers.ts';

// No server at all
export { routePage } from './playwright/route-page.ts';
export type {
  RoutableCatalog,
  RoutablePage,
  RoutedCall,
  RoutedRequest,
} from './playwright/route-page.ts';

export { attachJournal } from './playwright/attach-journal.ts';
export type { AttachableTest, JournalOwner } from './playwright/attach-journal.ts';

// The types that are shared with the catalog and the client
export type { Control } from './client.ts';
export type { RequestFilter, VerifyOptions } from './controls/requests.ts';
export type { ServerOptions } from './server/options.ts';
