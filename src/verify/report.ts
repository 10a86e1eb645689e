import type { Row } from './rows.ts';

/** A message of HTTP, as far as it matters to a comparison. */
export interface ShownAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The value of a JSON body, else its beginning. */
  readonly body?: unknown;
  /** Paths of the same origin that were followed to it. */
  readonly redirects?: readonly string[];
}

/** The request of a case, without what is secret. */
export interface ShownRequest {
  readonly method: string;
  /** From the origin on. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type Outcome = 'same' | 'different' | 'not asked' | 'agreed';

/** One case of the contract, asked of a service. */
export interface VerifiedCase {
  /** The sentence: `creates a pet with a name and a tag`. */
  readonly name: string;
  /** The row of the table of gaps. */
  readonly row: Row;
  readonly outcome: Outcome;
  readonly request?: ShownRequest;
  /** What the mock answers, where that is not the same. */
  readonly expected?: ShownAnswer;
  /** What the service answered; nothing where it did not. */
  readonly got?: ShownAnswer;
  /** In what they differ, a sentence each. */
  readonly differences?: readonly string[];
  /** The same as one text; why it was not asked, or the reason that was agreed on. */
  readonly why?: string;
}

/** A pet that a run created and that is still there. */
export interface LeftBehind {
  readonly id: string;
  readonly name: string;
}

/** What a run of `verify` found. */
export interface VerifyReport {
  /** The base URL. */
  readonly against: string;
  /** How many cases had each outcome. */
  readonly same: number;
  readonly different: number;
  readonly notAsked: number;
  readonly agreed: number;
  readonly cases: readonly VerifiedCase[];
  /** How many requests were sent. */
  readonly requests: number;
  readonly leftBehind: readonly LeftBehind[];
}

/** The service cannot be reached, or is no pet catalog: there is nothing to compare. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  /** What was found until then; `undefined` where nothing was. */
  readonly report: VerifyReport | undefined;

  constructor(message: string, report?: VerifyReport) {
    super(message);
    this.report = report;
  }
}
