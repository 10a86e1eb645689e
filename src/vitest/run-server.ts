import { inject } from 'vitest';

/** The server that the global set-up has started, as `inject('petCatalogServer')` gives it. */
export interface RunServer {
  /** Where the service lives: `http://127.0.0.1:49152/v2`. */
  readonly url: string;
  /** The header whose values have a catalog each. */
  readonly header: string;
  /** The server's `adminToken`, when it has one. */
  readonly token?: string | undefined;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that `pet-catalog-mock/vitest/global-setup` has started. */
    petCatalogServer: RunServer;
  }
}

/** `undefined` where the configuration names no global set-up. */
export function findRunServer(): RunServer | undefined {
  return inject('petCatalogServer') as RunServer | undefined;
}
