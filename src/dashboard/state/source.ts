import type { Control, ControlOptions } from '../../client/index.ts';

/** The controls that the page needs: those of a server, or of a mock in the same page, without keys. */
export type PageControl = Omit<Control, 'health' | 'catalogs' | 'forKey'> &
  Partial<Pick<Control, 'catalogs'>>;

/** The mock that the page shows. */
export interface Source {
  /** A server, or a mock in a page of the user's own. */
  readonly isServer: boolean;
  /** Where the mock gets its requests. */
  readonly origin: string;
  /**
   * @param token The server's admin token; `''` when there is none.
   * @param of A catalog by its number, or by the header that chooses it. Default: what all share.
   */
  control(token: string, of?: Pick<ControlOptions, 'catalog' | 'headers'>): PageControl;
  /** Aborts when the mock has stopped. Default: it never does. */
  readonly stopped?: AbortSignal;
}
