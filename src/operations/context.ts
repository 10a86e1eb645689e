import type { Catalog } from '../catalog/catalog.ts';
import type { RequestRecord } from '../catalog/journal.ts';
import type { Lifetime } from '../catalog/lifetime.ts';
import type { CatalogSettings } from '../catalog/options.ts';
import type { Body, ServiceRequest } from './request.ts';
import type { Route } from './route.ts';

/** What belongs to one request on its way through the service. */
export interface Context {
  readonly request: ServiceRequest;
  readonly route: Route;
  readonly settings: CatalogSettings;
  readonly catalog: Catalog;
  /** The catalog's when the request arrived: a reset ends it. */
  readonly lifetime: Lifetime;
  readonly record: RequestRecord;
  body: Body | undefined;
  /** The operation answers as it would, and stores nothing. */
  isDryRun: boolean;
}
