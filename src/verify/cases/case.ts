import type { PetCatalogOptions } from '../../catalog/options.ts';
import type { FixturePet, Pet } from '../../contract/pet.ts';
import type { Row } from '../report.ts';

/** A request of the service, as every host can be sent it. */
export interface CaseRequest {
  /** Default: `GET`. */
  method?: string;
  /** The path from the origin on, as it is sent: `/v2/pets?limit=1`. Default: `/v2/pets`. */
  path?: string;
  /** Default: a good key, and for `POST` the content type. `null` takes a default away. */
  headers?: Record<string, string | null>;
  body?: string | Uint8Array;
}

/** The expected answer. A host answers with exactly one of these kinds of body. */
export interface Expected {
  status: number;
  /** The body, to the field. */
  json?: unknown;
  /** The new pet but for its id, which is a UUID that no other pet has. */
  created?: { name: string; tag: string };
  /** The body is exactly `{error}`, with this message or one like it. */
  error?: string | RegExp;
  /** The answer has no body. */
  empty?: true;
  /** More headers than each kind of answer has; names in lower case. */
  headers?: Record<string, string | RegExp>;
}

/** `'not ours'`: msw leaves the request alone, and the server answers 404. */
export type CaseExpected = Expected | 'not ours';

/** A pet to create. */
export type CasePet = Readonly<{ name: string; tag?: string; [other: string]: unknown }>;

/** What a case needs. `verify` does not ask a case if the service has less. */
export interface Needs {
  /** So many pets in the list. */
  readonly pets?: number;
  /** A list without pets. */
  readonly empty?: true;
  /** A service that refuses unknown keys. */
  readonly keyList?: true;
  /** A base URL with a path: at the root of a host there may be a page. */
  readonly basePath?: true;
  /** Options that only the mock can be given, such as a small capacity. */
  readonly options?: PetCatalogOptions;
}

/**
 * What stands for `{pet}` and the like in the requests of cases: the mock's fixtures in tests, the data of
 * a service in `verify`. Ids are segments of a path.
 */
export interface Values {
  /** The id of the first pet of the list. */
  readonly pet: string;
  /** The same id, with each byte escaped. */
  readonly escaped: string;
  /** An id that no pet has. */
  readonly unknown: string;
  /** A name for new pets, by which a person finds them. */
  readonly name: string;
  /** A key that the service knows. */
  readonly key: string;
}

/** A contract case that applies to any implementation. */
export interface ServiceCase {
  /** The sentence. */
  readonly name: string;
  /** The row of the table of gaps that it belongs to: `docs/service.md`. */
  readonly row: Row;
  readonly needs: Needs;
  /** How many pets named `{name}` are created first. */
  readonly before: number;
  /** Its texts may contain `{pet}` and the like. */
  readonly request: CaseRequest;
  readonly expected: CaseExpected;
}

/** Defines a case that applies to any implementation; `byRow` adds the row. */
export function serviceCase(
  name: string,
  request: CaseRequest,
  expected: CaseExpected,
  { before = 0, ...needs }: Needs & { before?: number } = {},
): Omit<ServiceCase, 'row'> {
  return { name, needs, before, request, expected };
}

/** Adds its row to each case of a table. */
export function byRow(
  table: Partial<Record<Row, readonly Omit<ServiceCase, 'row'>[]>>,
): ServiceCase[] {
  return (Object.entries(table) as [Row, readonly Omit<ServiceCase, 'row'>[]][]).flatMap(
    ([row, cases]) => cases.map((one) => ({ ...one, row })),
  );
}

/** Whether a case may create, change or remove a pet. */
export function isWrite({ before, request: { method = 'GET' } }: ServiceCase): boolean {
  return before > 0 || !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** Replaces `{pet}` and the like in the request of a case. */
export function fill({ before, request }: ServiceCase, values: Values) {
  const replace = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (found, name) => values[name as keyof Values] ?? found);
  const filled = JSON.parse(JSON.stringify(request), (_name, value: unknown) =>
    typeof value === 'string' ? replace(value) : value,
  ) as CaseRequest;
  const { headers = {}, body = '' } = filled;
  if (typeof request.body === 'object') filled.body = request.body;
  // As bytes, so that no client adds a content type by itself.
  else if ('Content-Type' in headers && body) filled.body = new TextEncoder().encode(String(body));
  const first = Array.from({ length: before }, () => ({ name: values.name }));
  return { before: first, request: filled };
}

/** The pets of every case that does not bring its own. */
export const fixtures: FixturePet[] = [
  { name: 'Alba', tag: 'cat', id: 'alba' },
  { name: 'Bruno', tag: '', id: 'bruno' },
  { name: 'Cleo', tag: 'dog', id: 'cleo' },
];

export const [alba, bruno, cleo] = fixtures as [Pet, Pet, Pet];

/** The id of the first pet that the mock creates after the fixtures. */
export const firstNewId = 'a6d48331-438a-426e-86cb-effa306f303c';

export const key = 'test-key-01';
export const wrongKey = 'not-a-known-key';
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A request with all defaults filled in. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | undefined;
}

/** Fills in the defaults of a request. */
export function complete(request: CaseRequest): SentRequest {
  const { method = 'GET', path = '/v2/pets', headers, body } = request;
  const json = method === 'POST' && { 'Content-Type': 'application/json' };
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries({ 'X-API-Key': key, ...json, ...headers })) {
    if (value !== null) sent[name] = value;
  }
  return { method, path, headers: sent, body };
}

/** Encodes an id as a segment of a path; half of a surrogate pair has no form there. */
export function toSegment(id: string): string {
  return encodeURIComponent(id.replaceAll(/\p{Cs}/gu, '\ufffd'));
}

export const list = (query = ''): CaseRequest => ({ path: `/v2/pets${query}` });
export const get = (segment: string): CaseRequest => ({ path: `/v2/pets/${segment}` });
export const post = (body: string | Uint8Array): CaseRequest => ({ method: 'POST', body });
export const create = (value: unknown) => post(JSON.stringify(value));

export const noKey = { headers: { 'X-API-Key': null } };

export const ok = (json: unknown): Expected => ({ status: 200, json });
export const created = (name: string, tag = ''): Expected => ({
  status: 201,
  created: { name, tag },
});
export const refused = (status: number, error: string | RegExp): Expected => ({ status, error });
