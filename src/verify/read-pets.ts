import type { Dialect } from '../contract/dialect.ts';
import { textFields, type FixturePet } from '../contract/pet.ts';
import { shorten } from '../contract/words.ts';
import { toAnswer } from './answer.ts';
import type { VerifyReport } from './report.ts';
import { onOneLine } from './one-line.ts';
import { createShow } from './show.ts';
import { NoAnswer, type Client, type SentRequest } from './send.ts';

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

/** More than any list has that is read. */
const allOfThem = 1_000_000;

/**
 * The pets of a service, as its list has them. Where it gives more when asked for many, it has a default
 * limit, and those are taken.
 *
 * @throws UnreachableError
 * @internal
 */
export async function readPets(
  client: Client,
  target: string,
  request: SentRequest,
): Promise<readonly Record<string, unknown>[]> {
  const pets = await listPets(client, target, request);
  const more = { ...request, path: `${request.path}?limit=${allOfThem}` };
  const others = await listPets(client, target, more).catch((error: unknown) => {
    if (error instanceof UnreachableError) return [];
    throw error;
  });
  return others.length > pets.length ? others : pets;
}

/** One list of a service. @throws UnreachableError @internal */
export async function listPets(client: Client, target: string, request: SentRequest) {
  const at = `GET ${target}/pets`;
  const answer = await client.send(request).catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
    throw unreachable(request, `${at}: ${error.message}`);
  });
  const { status, headers, json } = toAnswer(answer.status, answer.headers, answer.body);
  if (status === 401 || status === 403) {
    throw unreachable(
      request,
      `${at}: the service refuses the key (${status}); give one with --api-key`,
    );
  }
  if (status >= 300 && status < 400) {
    const words = 'leads to another place, which is not followed, as the key would go there';
    throw unreachable(request, `${at}: ${status} ${words}: ${originOf(headers['location'])}`);
  }
  const isList = Array.isArray(json) && json.every(isPet);
  if (status === 200 && isList) return json as Record<string, unknown>[];
  const type = shorten(headers['content-type'] ?? 'no content type', 60);
  throw unreachable(
    request,
    `${at}: ${status} with ${type}, and not a JSON array of pets with ids; is the base URL right?`,
  );
}

/** A message may repeat what the service has answered: without what it was sent in secret. */
function unreachable({ headers }: SentRequest, message: string): UnreachableError {
  const { hide } = createShow(Object.values(headers), headers['X-API-Key']);
  return new UnreachableError(onOneLine(hide(message)));
}

/** Of a place that may hold anything, only that. */
function originOf(location = ''): string {
  return URL.canParse(location) ? new URL(location).origin : 'no URL';
}

function isPet(value: unknown): boolean {
  const { id } = (value ?? {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number';
}

/** A pet of a service for the mock: what it can hold of it. @internal */
export function toFixture(pet: Readonly<Record<string, unknown>>, dialect?: Dialect): FixturePet {
  const fixture: Record<string, unknown> = dialect?.unknownFields === 'keep' ? { ...pet } : {};
  for (const name of textFields) {
    const value = pet[name];
    if (typeof value === 'string') fixture[name] = value;
    else fixture[name] = value === undefined || value === null ? '' : String(value);
  }
  fixture['id'] = String(pet['id']);
  return fixture as unknown as FixturePet;
}
