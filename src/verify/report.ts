/** The rows of the table of gaps, as `docs/what-the-mock-answers.md` has them. */
export const rows = [
  'Success statuses',
  'Not found',
  'A pet without a tag',
  'The form of id',
  'id in a create',
  'name and tag',
  'limit',
  'Order of the list',
  'Missing or wrong key',
  'Other errors',
  'Body of a create',
  'Capacity',
  'Order of the checks',
  'Paths',
  'HEAD and OPTIONS',
  'Caching',
] as const;

/** A row of the table of gaps. */
export type Row = (typeof rows)[number];

/** A message of HTTP, as far as it matters to a comparison. */
export interface ShownResponse {
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
  readonly expected?: ShownResponse;
  /** What the service answered; nothing where it did not. */
  readonly got?: ShownResponse;
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
  /** What a person should know of the service that no case says, a sentence each. */
  readonly notes: readonly string[];
  readonly leftBehind: readonly LeftBehind[];
}

/** How many of some cases had each outcome. @internal */
export function countOutcomes(cases: readonly VerifiedCase[]) {
  const count = (outcome: Outcome) => cases.filter((one) => one.outcome === outcome).length;
  return {
    same: count('same'),
    different: count('different'),
    notAsked: count('not asked'),
    agreed: count('agreed'),
  };
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
