import type { PetCatalogOptions } from '../../catalog/options.ts';
import type { FixturePet, Pet } from '../../contract/pet.ts';
import type { Row } from '../report.ts';

/** A request of the service, as every host can be sent it. */
export interface CaseRequest {
  /** Default: `GET`. */
  method?: string;
  /** From the origin on, as it is to be sent: `/v2/pets?limit=1`. Default: `/v2/pets`. */
  path?: string;
  /** Default: a good key, and for `POST` the content type. `null` takes a default away. */
  headers?: Record<string, string | null>;
  body?: string | Uint8Array;
}

/** What is expected of the answer. A host answers with exactly one of these kinds of body. */
export interface Expected {
  status: number;
  /** The body, to the field. */
  json?: unknown;
  /** The new pet but for its id, which is a UUID that no other pet has. */
  created?: { name: string; tag: string };
  /** The body is exactly `{error}`, with this message or one like it. */
  error?: string | RegExp;
  /** There is no body at all. */
  empty?: true;
  /** Headers besides those that each kind of answer carries; names in lower case. */
  headers?: Record<string, string | RegExp>;
}

/** One sentence of the contract. */
export interface ContractCase {
  /** The sentence. */
  name: string;
  /** The catalog's options. Default: three pets, `alba`, `bruno` and `cleo`. */
  options?: PetCatalogOptions;
  /** Requests that come first, and must succeed. */
  before?: CaseRequest[];
  request: CaseRequest;
  /** `'not ours'`: msw leaves the request alone, and the server answers 404. */
  expected: Expected | 'not ours';
}

/** A sentence of the contract that any service can be held to. */
export interface ServiceCase extends ContractCase {
  /** The row of the table of gaps that it belongs to: `docs/what-the-mock-answers.md`. */
  readonly row: Row;
}

/** Cases by their rows. */
export function byRow(table: Partial<Record<Row, readonly ContractCase[]>>): ServiceCase[] {
  return (Object.entries(table) as [Row, readonly ContractCase[]][]).flatMap(([row, cases]) =>
    cases.map((one) => ({ ...one, row })),
  );
}

/** What a case has beside the catalog that all begin with. */
export type Given = Pick<ContractCase, 'options' | 'before'>;

/** One sentence of the contract, for the catalog that `given` describes. */
export function sentence(
  name: string,
  request: CaseRequest,
  expected: ContractCase['expected'],
  given: Given = {},
): ContractCase {
  return { name, ...given, request, expected };
}

/** The pets of every case that does not bring its own. */
export const fixtures: FixturePet[] = [
  { name: 'Alba', tag: 'cat', id: 'alba' },
  { name: 'Bruno', tag: '', id: 'bruno' },
  { name: 'Cleo', tag: 'dog', id: 'cleo' },
];

export const [alba, bruno, cleo] = fixtures as [Pet, Pet, Pet];

export const key = 'test-key-01';
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The options of a case: small and exact, so that a failure can be read. */
export function optionsOf({ options }: ContractCase): PetCatalogOptions {
  return { fixtures, ...options };
}

/** A request with nothing left to default. */
export type SentRequest = ReturnType<typeof complete>;

export function complete({ method = 'GET', path = '/v2/pets', headers, body }: CaseRequest) {
  const json = method === 'POST' && { 'Content-Type': 'application/json' };
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries({ 'X-API-Key': key, ...json, ...headers })) {
    if (value !== null) sent[name] = value;
  }
  return { method, path, headers: sent, body };
}

export const list = (query = ''): CaseRequest => ({ path: `/v2/pets${query}` });
export const get = (id: string): CaseRequest => ({ path: `/v2/pets/${id}` });
export const post = (body: string | Uint8Array): CaseRequest => ({ method: 'POST', body });
export const create = (value: unknown) => post(JSON.stringify(value));

export const noKey = { headers: { 'X-API-Key': null } };

export const ok = (json: unknown): Expected => ({ status: 200, json });
export const refused = (status: number, error: string | RegExp): Expected => ({ status, error });
