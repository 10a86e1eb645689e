import type { CatalogSummary, Control } from '../../client.ts';

/** The controls that the page needs: those of a server, or of a mock in the same page. */
export type PageControl = Omit<Control, 'health' | 'catalogs' | 'forKey'>;

/** Whose page this is. */
export interface Source {
  /** A server's, or that of a mock in a page of somebody's own. */
  readonly isServer: boolean;
  /** Where requests are sent again, and shown as sent to. */
  readonly origin: string;
  /** Of one catalog, or of what all share. */
  control(who: Who): PageControl;
  catalogs?(who: Who): Promise<CatalogSummary[]>;
  /** Aborts when the mock has stopped. Default: it never does. */
  readonly stopped?: AbortSignal;
}

export interface Who {
  /** The server's admin token; `''` when there is none. */
  token: string;
  /** The number of a catalog; `undefined` for what all share. */
  catalog?: number | undefined;
  /** Instead of a number: the header that chooses a catalog. */
  headers?: Readonly<Record<string, string>>;
}
