import { inject } from 'vitest';

/** The server that the global set-up has started: `inject('petCatalogServer')`. */
export interface RunServer {
  /** Where the service lives: `http://127.0.0.1:49152/v2`. */
  readonly url: string;
  /** The header whose values choose a catalog. */
  readonly header: string;
  /** The server's `adminToken`. Default: none. */
  readonly token?: string | undefined;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that `pet-catalog-mock/vitest/global-setup` has started. */
    petCatalogServer: RunServer;
  }
}

/** Returns the server of the run; `undefined` without the global set-up. */
export function findRunServer(): RunServer | undefined {
  return inject('petCatalogServer') as RunServer | undefined;
}
