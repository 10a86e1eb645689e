import * as v from 'valibot';
import { checkOptions, resolveDialect } from '../catalog/options.ts';
import type { Dialect } from '../contract/dialect.ts';
import { headerName, headerValue } from '../contract/headers.ts';
import { namedTexts, plainObject, wholeNumber } from '../contract/input.ts';
import type { Option } from '../controls/options.ts';
import { serviceCases } from './cases/index.ts';
import { complete, key, type SentRequest, type ServiceCase } from './cases/case.ts';
import { differencesOf, isSuccess, subjectOf } from './compare.ts';
import { createMock } from './mock.ts';
import { hasId, openService, unlessUnreachable, type ServiceAccess } from './open-service.ts';
import {
  mark,
  needsUntagged,
  petsNeededBy,
  placeCase,
  toSegment,
  untaggedOf,
  type Ground,
  type ServicePet,
} from './place-case.ts';
import { isAskable, NoPet, play, type PlayedCase, type OwnPets } from './play.ts';
import {
  countOutcomes,
  rows,
  UnreachableError,
  type Row,
  type VerifiedCase,
  type VerifyReport,
} from './report.ts';
import { createShow } from './show.ts';

/** What `verifyService` is told. */
export interface VerifyOptions extends ServiceAccess {
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
  /** How many requests are sent at a time, as long as they only read. Default: 1. */
  concurrency?: number | undefined;
  /** Told after each case. */
  onProgress?: ((asked: number, of: number) => void) | undefined;
}

/** What was sent for a case, and what the service answered. @internal */
export interface Observation {
  readonly requests: readonly SentRequest[];
  /** How many pets earlier cases had left behind. */
  readonly left: number;
  /** Of the last request; a sentence where there is none. */
  readonly played: PlayedCase | string;
}

/** What a service answered, to be held against the mock in any dialect. @internal */
export type Observed = Awaited<ReturnType<typeof observe>>;

/**
 * Asks a service the cases of the contract, and holds each response against the mock's own.
 *
 * @throws OptionError that names the option.
 * @throws UnreachableError when there is nothing to compare, or no more.
 */
export async function verifyService(options: VerifyOptions): Promise<VerifyReport> {
  checkOptions(options, known);
  resolveDialect(options.dialect);
  const observed = await observe(options);
  const report = await reportOn(observed, options);
  if (observed.gone !== undefined) throw new UnreachableError(observed.gone, report);
  return report;
}

/** Asks, and compares nothing yet. @internal */
export async function observe(options: VerifyOptions) {
  const { apiKey, headers = {}, write = false, signal, only = rows, skip = [] } = options;
  const service = openService(options);
  const { against, basePath, collection } = service;
  // Of two runs in one second, each knows its own pets.
  const run = `${new Date().toISOString().slice(0, 19)} ${crypto.randomUUID().slice(0, 4)}`;
  const cases = serviceCases.filter(({ row }) => only.includes(row) && !skip.includes(row));
  const seen = new Map<ServiceCase, Observation | string>();
  const ownPets: OwnPets = new Map();
  const own = { basePath, collection, apiKey, headers, write, name: `${mark} ${run}` };
  const ground: Ground = { ...own, pets: new Map(), places: new Map(), takesAnyKey: false };
  let silent = 0;
  let silences = 0;
  let gone: string | undefined;
  try {
    ground.pets = byId(await service.readPets());
    const needed = cases.map((one) => petsNeededBy(one) - ground.pets.size);
    const isUntagged = cases.some(needsUntagged) && untaggedOf(ground.pets) === undefined;
    const lacking = Math.max(isUntagged ? 1 : 0, ...needed);
    if (write && lacking > 0) {
      const sent = { ...headers, 'X-API-Key': apiKey ?? key };
      for (const tag of fewest.slice(0, lacking)) {
        const body = JSON.stringify({ name: ground.name, tag });
        const request = complete({ method: 'POST', path: collection, body, headers: sent });
        await play(service.send, [request], ground, ownPets);
      }
      // Where that has broken the list, the cases show it.
      const listed = await service.readPets().catch(unlessUnreachable);
      if (listed) {
        // Of somebody's service, those that cases ask for: it may have very many.
        const known = [...ground.pets.keys()].slice(0, fewest.length);
        const before = [...known, ...ownPets.keys()];
        ground.pets = byId(listed);
        // A list that ends early leaves some out, and not every service keeps what it creates.
        for (const id of before.filter((one) => isAskable(one) && !ground.pets.has(one))) {
          const request = complete({ path: `${collection}/${toSegment(id)}`, headers: sent });
          const played = await play(service.send, [request], ground);
          if (typeof played === 'string') break;
          const found = isSuccess(played) ? [played.json].flat() : [];
          const pet = byId(found as ServicePet[]).get(id);
          if (pet) ground.pets = new Map([...ground.pets, [id, pet]]);
        }
      }
    }
    const first = ownPets.size;
    ground.places = new Map(Array.from(ground.pets.keys(), (id, place) => [id, place]));
    const needsList = cases.some((one) => one.options?.apiKeys);
    ground.takesAnyKey = needsList && apiKey !== undefined && (await service.takesAnyKey());
    const asked: [ServiceCase, readonly SentRequest[]][] = [];
    for (const one of cases) {
      const placed = placeCase(one, ground);
      if (typeof placed === 'string') seen.set(one, placed);
      else asked.push([one, placed]);
    }
    let done = 0;
    const ask = async ([one, requests]: (typeof asked)[number]) => {
      if (gone !== undefined || signal?.aborted === true) return;
      const left = ownPets.size - first;
      try {
        const played = await play(service.send, requests, ground, ownPets);
        seen.set(one, { requests, left, played });
        if (typeof played !== 'string') silent = 0;
        else if (++silences === mostSilences) {
          gone = `${against} leaves too many requests without an answer: ${played}`;
        } else if (++silent >= mostSilence && !(await service.answers())) {
          gone = `${against} answers no more: ${played}`;
        }
      } catch (error) {
        if (!(error instanceof NoPet)) throw error;
        seen.set(one, error.message);
      }
      options.onProgress?.(++done, asked.length);
    };
    // What lists comes before what creates: a list then has the pets that were read.
    const reads = asked.filter(([, requests]) => !creates(requests)).values();
    const readOn = async () => {
      for (const each of reads) await ask(each);
    };
    const most = Math.min(options.concurrency ?? 1, asked.length);
    await Promise.all(Array.from({ length: most }, readOn));
    for (const each of asked) if (creates(each[1])) await ask(each);
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  } finally {
    service.close();
  }
  if (write) await addLost({ ...options, signal: undefined }, ground.name, ownPets);
  const rest = gone === undefined ? 'the run was ended before' : 'the service answered no more';
  return {
    ...ground,
    against,
    /** Of a case that was not asked, the reason. */
    found: new Map(cases.map((one) => [one, seen.get(one) ?? rest])),
    requests: service.count(),
    /** What there is to say of the service besides. */
    notes: [...(ground.takesAnyKey ? [anyKeyWords] : []), ...service.redirectWords()],
    leftBehind: [...ownPets.values()],
    /** Why the service could not be asked to the end. */
    gone,
  };
}

/** What was created though no response said so: it is in the list, by its name. */
async function addLost(access: ServiceAccess, ownName: string, ownPets: OwnPets): Promise<void> {
  const service = openService(access);
  const pets = byId(await service.readPets().catch(() => []));
  service.close();
  for (const [id, { name, tag }] of pets) {
    const isOurs = [name, tag].some((text) => typeof text === 'string' && text.includes(ownName));
    if (isOurs && !ownPets.has(id)) ownPets.set(id, { id, name: String(name) });
  }
}

const valueOf = (words: string) => v.pipe(v.string(words), v.regex(headerValue, words));
const aKey = valueOf('a key that a header can carry');
const aValue = valueOf('a value that a header can carry');
const aName = v.pipe(v.string(), v.regex(headerName, 'the name of a header'));
const aReason = v.string('a reason, a string');
const aRow = v.picklist(rows, `a row: any of ${rows.join(', ')}`);
const someRows = { schema: v.array(aRow, 'an array of rows') };
const atLeastOne = { schema: wholeNumber(1, 2 ** 31 - 1) };

const known: Readonly<Record<keyof VerifyOptions, Pick<Option, 'schema' | 'secret'>>> = {
  // Checked where it is taken apart.
  url: { schema: v.unknown() },
  apiKey: { schema: aKey, secret: true },
  headers: { schema: namedTexts(aName, aValue, 'an object of names and values'), secret: true },
  timeout: atLeastOne,
  signal: { schema: v.looseObject({ aborted: v.boolean() }, 'an AbortSignal') },
  write: { schema: v.boolean('true or false') },
  only: someRows,
  skip: someRows,
  expectations: { schema: plainObject(v.record(aRow, aReason, 'an object, row to reason')) },
  dialect: { schema: v.unknown() },
  concurrency: atLeastOne,
  onProgress: { schema: v.function('a function') },
};

const anyKeyWords =
  'The service takes any key, as the mock does without a list of keys: one that should know its keys does not check them';

/** The tags of the pets that are created first where a service has fewer: a list of one shows no order. */
const fewest = [undefined, 'cat', 'dog'];

/** After so many requests in a row without a response, a service is asked for its list, and gone without that. */
const mostSilence = 3;
/** After so many in all, it is asked no more: each may have taken the whole timeout. */
const mostSilences = 12;

const creates = (requests: readonly SentRequest[]) =>
  requests.some(({ method }) => method === 'POST');

/** What the mock can hold: pets with ids of their own. */
function byId(pets: readonly ServicePet[]): Map<string, ServicePet> {
  const own = pets.filter((pet) => hasId(pet) && pet['id'] !== '');
  return new Map(own.map((pet) => [String(pet['id']), pet]));
}

/**
 * Holds what was observed against the mock in a dialect.
 *
 * @param row Of this row alone.
 * @internal
 */
export async function compareWith(observed: Observed, dialect: Dialect | undefined, row?: Row) {
  const mock = createMock(observed, dialect);
  const compared = [];
  for (const [one, observation] of observed.found) {
    if (typeof observation === 'string' || (row !== undefined && one.row !== row)) continue;
    const { requests, left, played } = observation;
    mock.fill(left);
    // The mock always answers.
    const own = (await play(mock.ask, requests, observed)) as PlayedCase;
    if (creates(requests)) mock.reset();
    const differences = differencesOf(one.row, own, played, dialect);
    compared.push({ one, requests, played, differences, mock: own });
  }
  return compared;
}

/** The report on what was observed. @internal */
export async function reportOn(
  observed: Observed,
  { expectations = {}, dialect }: Pick<VerifyOptions, 'expectations' | 'dialect'>,
): Promise<VerifyReport> {
  const { against, collection, apiKey, found, requests, notes, leftBehind } = observed;
  const all = await compareWith(observed, dialect);
  const compared = new Map(all.map((each) => [each.one, each]));
  const headers = all.flatMap(({ requests: sent }) => sent.map((each) => each.headers));
  const show = createShow(headers, apiKey);
  const toCase = ([one, why]: [ServiceCase, Observation | string]): VerifiedCase => {
    const { name, row } = one;
    if (typeof why === 'string') return { name, row, outcome: 'not asked', why };
    const { differences, mock, played, requests: sent } = compared.get(one)!;
    if (differences.length === 0) return { name, row, outcome: 'same' };
    const request = typeof played === 'string' ? sent.at(-1)! : played.request;
    const subject = subjectOf(request, collection);
    const sentences = differences.map((words) => show.hide(subject + words));
    const reason = expectations[row];
    return {
      name,
      row,
      outcome: reason === undefined ? 'different' : 'agreed',
      request: show.request(request),
      expected: show.response(mock),
      ...(typeof played === 'object' && { got: show.response(played) }),
      differences: sentences,
      why: reason ?? sentences.join('; '),
    };
  };
  const cases = Array.from(found, toCase);
  return {
    against,
    ...countOutcomes(cases),
    cases,
    requests,
    notes: notes.map(show.hide),
    leftBehind: leftBehind.map(({ id, name }) => ({ id: show.hide(id), name: show.hide(name) })),
  };
}
