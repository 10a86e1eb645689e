import type { Catalog } from '../catalog/catalog.ts';

/** Another one whenever the state of the catalog has changed, found without a look at its pets. */
export function versionOf(catalog: Catalog): string {
  return `${catalog.store.changes} ${JSON.stringify(catalog.frame())}`;
}
