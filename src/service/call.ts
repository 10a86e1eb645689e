import type { Catalog } from '../catalog/catalog.ts';
import type { RequestRecord } from '../catalog/record.ts';
import type { Lifetime } from '../catalog/lifetime.ts';
import type { CatalogSettings } from '../catalog/options.ts';
import type { Checked } from '../contract/check.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { Route, ServiceRequest } from './request.ts';

/** A request that has arrived, whether or not its path takes the method. */
export interface Arrived {
  readonly request: ServiceRequest;
  readonly route: Route;
  readonly settings: CatalogSettings;
  readonly catalog: Catalog;
  /** The lifetime of the pets at arrival: a reset ends it. */
  readonly lifetime: Lifetime;
  /** The call in the journal. */
  readonly record: RequestRecord;
}

/** One call on its way through the service. */
export interface Call extends Arrived {
  readonly operation: Operation;
  /** The names of the parameters in the path, in order. */
  readonly paramNames: readonly string[];
  /** Parses the body; `undefined` if there is no body, or if a fault does not need it. */
  body: (() => Checked<unknown>) | undefined;
}
