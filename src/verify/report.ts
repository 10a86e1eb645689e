/** The rows of the table of gaps, as `docs/service.md` has them. */
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

/** The parts of a response that matter to a comparison. */
export interface ShownResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The value of a JSON body, or the beginning of another body. */
  readonly body?: unknown;
  /** Paths of the same origin that were followed to it. */
  readonly redirects?: readonly string[];
}

/** The request of a case, without secrets. */
export interface ShownRequest {
  readonly method: string;
  /** The path from the origin on. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type Outcome = 'same' | 'different' | 'not asked' | 'agreed';

/** The kinds of differences, the most important first. */
export const kinds = ['server error', 'shape', 'status', 'other'] as const;

/** How much a difference matters to a client. */
export type DifferenceKind = (typeof kinds)[number];

/** One case of the contract, asked of a service. */
export interface VerifiedCase {
  /** The sentence: `creates a pet with a name and a tag`. */
  readonly name: string;
  /** The row of the table of gaps. */
  readonly row: Row;
  readonly outcome: Outcome;
  readonly request?: ShownRequest;
  /** The answer of the mock, if it is not the same. */
  readonly expected?: ShownResponse;
  /** The answer of the service, if there was one. */
  readonly got?: ShownResponse;
  /** The differences, a sentence each. */
  readonly differences?: readonly string[];
  /** The parts of the answer that differ: `status`, `tag`. */
  readonly parts?: readonly string[];
  /** The most important kind of its differences. */
  readonly kind?: DifferenceKind;
  /** The differences as one text, the reason why it was not asked, or the reason that was agreed on. */
  readonly why?: string;
}

/** A pet that a run created and that is still there. */
export interface LeftBehind {
  readonly id: string;
  readonly name: string;
}

/** The result of a run of `verify`. */
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
  /** Facts about the service that no case says, a sentence each. */
  readonly notes: readonly string[];
  readonly leftBehind: readonly LeftBehind[];
}

/** Counts the cases with each outcome. @internal */
export function countOutcomes(cases: readonly VerifiedCase[]) {
  const count = (outcome: Outcome) => cases.filter((one) => one.outcome === outcome).length;
  return {
    same: count('same'),
    different: count('different'),
    notAsked: count('not asked'),
    agreed: count('agreed'),
  };
}

/** The service cannot be reached, or it is not a pet catalog. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  /** The report of the cases until then; `undefined` if there are none. */
  readonly report: VerifyReport | undefined;

  constructor(message: string, report?: VerifyReport) {
    super(message);
    this.report = report;
  }
}
