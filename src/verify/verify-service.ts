import { validateHeaderName, validateHeaderValue } from 'node:http';
import { resolveDialect } from '../catalog/options.ts';
import type { Dialect } from '../contract/dialect.ts';
import { OptionError } from '../contract/errors.ts';
import type { FixturePet } from '../contract/pet.ts';
import { toAnswer } from './answer.ts';
import { differencesOf, type Difference, type Exchange } from './compare.ts';
import type { ServiceCase } from './cases/case.ts';
import { serviceCases } from './cases/index.ts';
import { createMock } from './mock-answer.ts';
import { parseTarget } from './parse-target.ts';
import { mark, placeCase, unknownKey, type Ground } from './place-case.ts';
import { NoPet, play, type Scene } from './play.ts';
import { readPets, toFixture, UnreachableError } from './read-pets.ts';
import {
  sentenceOf,
  subjectOf,
  type LeftBehind,
  type VerifiedCase,
  type VerifyReport,
} from './report.ts';
import { rows, type Row } from './rows.ts';
import { createClient, NoAnswer, type Client, type SentRequest } from './send.ts';
import { createShow, isSecret } from './show.ts';

/** What `verifyService` is told. */
export interface VerifyOptions {
  /** The base URL of the service, `/v2` or whatever it is included. */
  url: string;
  /** The key that it knows. Default: one that it does not know. */
  apiKey?: string | undefined;
  /** Headers that are sent with each request. Default: none. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Asks what creates pets, too, and leaves them there. Default: `false`. */
  write?: boolean | undefined;
  /** The rows of the table of gaps that are asked. Default: all. */
  only?: readonly Row[] | undefined;
  /** Those that are not. Default: none. */
  skip?: readonly Row[] | undefined;
  /** Differences that are agreed on: row to reason. Default: none. */
  expectations?: Readonly<Partial<Record<Row, string>>> | undefined;
  /** The dialect of the mock that the service is held against. Default: none. */
  dialect?: Dialect | undefined;
  /** Of each request, in milliseconds. Default: 10,000. */
  timeout?: number | undefined;
  /** How many requests are sent at a time, as long as they only read. Default: 1. */
  concurrency?: number | undefined;
  /** Ends the run: what has not been asked is not asked any more. */
  signal?: AbortSignal | undefined;
  /** Told after each case. */
  onProgress?: ((asked: number, of: number) => void) | undefined;
}

/** A case that was asked, and what the service answered. @internal */
export interface Observation {
  readonly one: ServiceCase;
  readonly requests: readonly SentRequest[];
  /** Of the last request; a sentence where there is none. */
  readonly exchange: Exchange | string;
  readonly redirects: readonly string[];
}

/** What a service answered, to be held against the mock in any dialect. @internal */
export interface Observed {
  readonly against: string;
  readonly basePath: string;
  readonly apiKey: string | undefined;
  readonly pets: readonly Readonly<Record<string, unknown>>[];
  readonly observations: readonly Observation[];
  readonly notAsked: ReadonlyMap<ServiceCase, string>;
  readonly requests: number;
  readonly leftBehind: readonly LeftBehind[];
  /** Why the service could not be asked to the end. */
  readonly gone: string | undefined;
}

/**
 * Asks a service the cases of the contract, and holds each answer against the mock's own.
 *
 * @throws OptionError that names the option.
 * @throws UnreachableError when there is nothing to compare, or no more.
 */
export async function verifyService(options: VerifyOptions): Promise<VerifyReport> {
  const observed = await observe(options);
  const report = await reportOn(observed, options);
  if (observed.gone !== undefined) throw new UnreachableError(observed.gone, report);
  return report;
}

/** Asks, and compares nothing yet. @internal */
export async function observe(options: VerifyOptions): Promise<Observed> {
  checkOptions(options);
  const { origin, path: basePath } = parseTarget(options.url);
  const { apiKey, headers = {}, write = false, signal } = options;
  const against = origin + basePath;
  const collection = `${basePath}/pets`;
  const { timeout = 10_000 } = options;
  const name = `${mark} ${new Date().toISOString().slice(0, 19)}`;
  const list: SentRequest = {
    method: 'GET',
    path: collection,
    headers: { ...headers, 'X-API-Key': apiKey ?? unknownKey },
  };
  const client = createClient(origin, timeout, signal);
  const cases = serviceCases.filter(({ row }) => isWanted(row, options));
  const leftBehind: LeftBehind[] = [];
  const observations: Observation[] = [];
  const notAsked = new Map<ServiceCase, string>();
  let gone: string | undefined;
  let pets: readonly Readonly<Record<string, unknown>>[] = [];
  try {
    pets = withOwnIds(await readPets(client, against, list));
    const ids = pets.map(({ id }) => String(id));
    const ground: Ground = {
      basePath,
      ids,
      untagged: ids[pets.findIndex(({ tag }) => tag === undefined || tag === null || tag === '')],
      apiKey,
      headers,
      write,
      name,
    };
    const asked: { one: ServiceCase; requests: readonly SentRequest[] }[] = [];
    for (const one of cases) {
      const placed = placeCase(one, ground);
      if ('why' in placed) notAsked.set(one, placed.why);
      else asked.push({ one, requests: placed.requests });
    }
    // What lists comes before what creates: a list then has the pets that were read.
    const [reads, writes] = [false, true].map((is) =>
      asked.filter(({ requests }) => requests.some(({ method }) => method === 'POST') === is),
    ) as [typeof asked, typeof asked];
    let silent = 0;
    const scene = { places: placesOf(pets), collection, leftBehind, seen: new Set<string>() };
    const isOver = () => gone !== undefined || signal?.aborted === true;
    const askOne = async ({ one, requests }: (typeof asked)[number]) => {
      const found = await observeOne(client, one, requests, scene);
      if ('why' in found) return void notAsked.set(one, found.why);
      const { exchange } = found;
      observations.push(found);
      options.onProgress?.(observations.length, asked.length);
      silent = typeof exchange === 'string' ? silent + 1 : 0;
      if (silent === mostSilence) gone = `${against} answers no more: ${String(exchange)}`;
    };
    await inTurns(reads, options.concurrency ?? 1, isOver, askOne);
    await inTurns(writes, 1, isOver, askOne);
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  } finally {
    client.close();
  }
  if (write) await addLost(origin, list, name, leftBehind, timeout);
  const done = new Set(observations.map(({ one }) => one));
  const rest = gone === undefined ? 'the run was ended before' : 'the service answered no more';
  for (const one of cases) if (!done.has(one) && !notAsked.has(one)) notAsked.set(one, rest);
  const requests = client.count();
  return { against, basePath, apiKey, pets, observations, notAsked, requests, leftBehind, gone };
}

/** What was created though no answer said so: it is in the list, by its name. */
async function addLost(
  origin: string,
  list: SentRequest,
  own: string,
  leftBehind: LeftBehind[],
  timeout: number,
): Promise<void> {
  const client = createClient(origin, timeout);
  const pets = await readPets(client, origin, list).catch(() => []);
  client.close();
  const known = new Set(leftBehind.map(({ id }) => id));
  for (const pet of pets) {
    const id = String(pet['id']);
    const isOurs = [pet['name'], pet['tag']].some(
      (text) => typeof text === 'string' && text.includes(own),
    );
    if (isOurs && !known.has(id)) leftBehind.push({ id, name: String(pet['name']) });
  }
}

/** @throws OptionError */
function checkOptions(options: VerifyOptions): void {
  const { only, skip, timeout, concurrency, dialect, apiKey, headers = {} } = options;
  for (const [option, given] of Object.entries({ only, skip })) {
    const other = given?.find((row) => !rows.includes(row));
    if (other === undefined) continue;
    throw new OptionError({ option, value: other, expected: `rows: any of ${rows.join(', ')}` });
  }
  for (const [option, value] of Object.entries({ timeout, concurrency })) {
    if (value === undefined || (Number.isInteger(value) && value >= 1 && value < 2 ** 31)) continue;
    throw new OptionError({ option, value, expected: 'a whole number of at least 1' });
  }
  const names = Object.keys(headers);
  if (!canCarry(() => names.map((name) => validateHeaderName(name)))) {
    throw new OptionError({ option: 'headers', expected: 'headers by their names' });
  }
  if (!canCarry(() => Object.values(headers).map((value) => validateHeaderValue('X', value)))) {
    throw new OptionError({ option: 'headers', expected: 'values that a header can carry' });
  }
  if (apiKey !== undefined && !canCarry(() => validateHeaderValue('X-API-Key', apiKey))) {
    throw new OptionError({ option: 'apiKey', expected: 'a key that a header can carry' });
  }
  resolveDialect(dialect);
}

function canCarry(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

/** After so many requests in a row without an answer, a service is gone. */
const mostSilence = 3;

async function inTurns<T>(
  items: readonly T[],
  concurrency: number,
  isOver: () => boolean,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) {
      if (isOver()) return;
      await run(item);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

async function observeOne(
  client: Client,
  one: ServiceCase,
  requests: readonly SentRequest[],
  scene: Scene,
): Promise<Observation | { why: string }> {
  let redirects: readonly string[] = [];
  const send = async (request: SentRequest) => {
    const answer = await client.send(request);
    ({ redirects } = answer);
    return toAnswer(answer.status, answer.headers, answer.body);
  };
  try {
    return { one, requests, exchange: await play(send, requests, scene), redirects };
  } catch (error) {
    if (error instanceof NoPet) return { why: error.message };
    if (!(error instanceof NoAnswer)) throw error;
    return { one, requests, exchange: error.message, redirects };
  }
}

const placesOf = (pets: readonly Readonly<Record<string, unknown>>[]) =>
  new Map(pets.map(({ id }, place) => [String(id), place]));

/** What the mock can hold: pets with ids of their own. */
function withOwnIds<T extends Readonly<Record<string, unknown>>>(pets: readonly T[]): T[] {
  const byId = new Map(pets.map((pet) => [String(pet['id']), pet]));
  byId.delete('');
  return [...byId.values()];
}

function isWanted(row: Row, { only, skip }: VerifyOptions): boolean {
  return (only === undefined || only.includes(row)) && !skip?.includes(row);
}

/**
 * Holds what was observed against the mock in a dialect.
 *
 * @param row Of this row alone.
 * @internal
 */
export async function compareWith(
  { basePath, apiKey, pets, observations }: Observed,
  dialect: Dialect | undefined,
  row?: Row,
): Promise<Map<ServiceCase, { differences: readonly Difference[]; mock: Exchange }>> {
  const mock = createMock(
    basePath === '' ? '/' : basePath,
    pets.map((pet): FixturePet => toFixture(pet, dialect)),
    apiKey,
    dialect,
  );
  const places = placesOf(pets);
  const collection = `${basePath}/pets`;
  const found = new Map<ServiceCase, { differences: readonly Difference[]; mock: Exchange }>();
  for (const { one, requests, exchange } of observations) {
    if (row !== undefined && one.row !== row) continue;
    const own = await play(mock.ask, requests, {
      places,
      collection,
      leftBehind: [],
      seen: new Set(),
    });
    if (requests.some(({ method }) => method === 'POST')) mock.reset();
    const differences =
      typeof exchange === 'string'
        ? [{ aspect: 'answers', ours: String(own.answer.status), theirs: `nothing (${exchange})` }]
        : differencesOf(one.row, own, exchange, dialect);
    found.set(one, { differences, mock: own });
  }
  return found;
}

/** What was sent in headers that are nobody else's to see; keys in the forms that cases gave them, too. */
function secretsOf(observations: readonly Observation[]): Set<string> {
  const headers = observations.flatMap(({ requests }) =>
    requests.flatMap((request) => Object.entries(request.headers)),
  );
  const values = headers.filter(([name]) => isSecret(name)).map(([, value]) => value.trim());
  // Of "Bearer …", the second part alone, too.
  return new Set([...values, ...values.flatMap((value) => value.split(' '))]);
}

/** The report on what was observed. @internal */
export async function reportOn(
  observed: Observed,
  options: Pick<VerifyOptions, 'expectations' | 'dialect'>,
): Promise<VerifyReport> {
  const { against, basePath, observations, notAsked, requests, leftBehind } = observed;
  const { expectations = {} } = options;
  const show = createShow([...secretsOf(observations)], observed.apiKey);
  const compared = await compareWith(observed, options.dialect);
  const byCase = new Map(observations.map((observation) => [observation.one, observation]));
  const cases = serviceCases.flatMap((one): VerifiedCase[] => {
    const { name, row } = one;
    const why = notAsked.get(one);
    if (why !== undefined) return [{ name, row, outcome: 'not asked', why }];
    const observation = byCase.get(one);
    if (!observation) return [];
    const { differences, mock } = compared.get(one)!;
    if (differences.length === 0) return [{ name, row, outcome: 'same' }];
    const { exchange, redirects } = observation;
    const request = typeof exchange === 'string' ? observation.requests.at(-1)! : exchange.request;
    const subject = subjectOf(request.method, request.path, `${basePath}/pets`);
    const sentences = differences.map((each) => show.hide(sentenceOf(subject, each)));
    const reason = expectations[row];
    return [
      {
        name,
        row,
        outcome: reason === undefined ? 'different' : 'agreed',
        request: show.request(request),
        expected: show.answer(mock.answer),
        ...(typeof exchange !== 'string' && { got: show.answer(exchange.answer, redirects) }),
        differences: sentences,
        why: reason ?? sentences.join('; '),
      },
    ];
  });
  const count = (outcome: VerifiedCase['outcome']) =>
    cases.filter((one) => one.outcome === outcome).length;
  return {
    against,
    same: count('same'),
    different: count('different'),
    notAsked: count('not asked'),
    agreed: count('agreed'),
    cases,
    requests,
    leftBehind: leftBehind.map(({ id, name }) => ({ id: show.hide(id), name: show.hide(name) })),
  };
}
