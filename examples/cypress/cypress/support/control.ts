import { createControl } from 'pet-catalog-mock/client';

export const control = createControl({
  url: Cypress.env('petCatalogUrl'),
  token: Cypress.env('petCatalogToken'), // CYPRESS_petCatalogToken in the environment
});
