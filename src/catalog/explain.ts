import type { Pet } from '../contract/pet.ts';
import leven from 'leven';
import { errorMessages } from '../contract/error-messages.ts';
import { heldWords } from '../controls/describe-fault.ts';
import type { KnownOperations } from '../contract/operation.ts';
import { decodeSegment } from '../contract/operation-path.ts';
import { parseJson } from '../contract/values.ts';
import { onOneLine, shorten } from '../contract/text.ts';
import type { FaultBook } from './faults.ts';
import type { Journal } from './journal.ts';
import type { RequestRecord } from './record.ts';
import { parseHeaders } from './match.ts';
import type { Past } from './past.ts';
import { quote } from './shorten.ts';
import type { Store } from './store.ts';

/** The parts of a catalog that explain an answer. */
export interface Facts {
  readonly journal: Journal;
  readonly past: Past;
  readonly store: Pick<Store<Pet>, 'get'>;
  readonly faults: Pick<FaultBook, 'isUsedUp'>;
  readonly baseUrl: { readonly path: string };
  readonly knownOperations: KnownOperations | undefined;
}

/** Explains in one to three sentences why a request got its answer. */
export function explain(record: RequestRecord, facts: Facts): string {
  const { status, operation, fault, isReplaced } = record;
  if (wasCutOff(record, facts)) return `Cut off: the catalog was ${replacement(facts.past)}.`;
  const parts = fault === undefined ? [] : [explainFault(record, facts)];
  if (record.ended === 0 && record.faultText?.includes(heldWords)) {
    parts.push('Release it to send the real answer.');
  } else if (record.ended === 0) {
    parts.push(`Still waiting for ${record.received ? 'an answer' : 'the rest of the body'}.`);
  } else if (isReplaced) {
    if (record.happened !== undefined) parts.push(`${record.happened}; that answer was lost.`);
  } else if (status === null) parts.push('The client went away before the answer.');
  else if (operation === null) parts.push(explainUnrouted(record, status, facts));
  else if (status < 400) parts.push(`${operation} answered ${status}.`);
  else parts.push(explainError(record, operation, status, facts));
  return parts.join(' ');
}

/**
 * Returns in a few words why a call failed: `the body lacks the field "name"`. Of a lost answer it says
 * what happened nevertheless.
 *
 * @returns `undefined` for a call that succeeded, or whose answer has no message.
 */
export function whyFailed(failure: Failure): string | undefined {
  const { status, responseBody, requestHeaders, happened } = failure;
  const lost = happened && `${happened}, and that answer was lost`;
  if (status === null || status < 400) return lost;
  const error = errorIn(responseBody);
  const text = error === errorMessages.missingKey ? missingKey(requestHeaders) : error;
  const short = text?.replace(/^The request body/, 'the body').replace(/^The /, 'the ');
  const reasons = [short && shorten(onOneLine(short), 300), lost].filter(Boolean);
  return reasons.length === 0 ? undefined : reasons.join('; ');
}

/** The fields of an entry that say why a call failed. */
export interface Failure {
  readonly status: number | null;
  readonly responseBody?: string | undefined;
  readonly happened?: string | undefined;
  /** By their names, or names and values in turn. */
  readonly requestHeaders?: Readonly<Record<string, string>> | readonly string[] | undefined;
}

/** Says that no key was sent, and whether the header of another scheme was. */
function missingKey(headers: Failure['requestHeaders'] = []): string {
  const names = Array.isArray(headers)
    ? headers.filter((_, index) => index % 2 === 0)
    : Object.keys(headers);
  const isOther = names.some((name) => name.toLowerCase() === 'authorization');
  return `no X-API-Key was sent${isOther ? '; an Authorization header was' : ''}`;
}

function wasCutOff({ id, ended, status, operation, responseBody }: RequestRecord, { past }: Facts) {
  if (operation === null || ended === 0 || isSince(id, past)) return false;
  const wasInFlight = ended > past.replaced!.ends;
  return wasInFlight && (status === null || errorIn(responseBody) === errorMessages.cutOff);
}

function explainFault(record: RequestRecord, { faults }: Facts): string {
  const { fault, faultText, ended, isReplaced } = record;
  if (fault === 'prefer') return `The call asked for it with the header Prefer: ${faultText}.`;
  const isDone = faults.isUsedUp(fault!) && ended !== 0;
  return `Your fault ${isReplaced ? 'answered' : 'hit this call'}: ${faultText}.${isDone ? ' Done.' : ''}`;
}

/** Explains an answer that no operation gave. */
function explainUnrouted(record: RequestRecord, status: number, facts: Facts): string {
  const { method, path, responseHeaders = [] } = record;
  const allow = parseHeaders(responseHeaders).get('allow');
  if (allow !== undefined && status === 405) {
    return `${shorten(method, 20)} is not allowed at this path. It takes ${allow}.`;
  }
  if (status !== 404) return `The server or a handler of your own answered ${status}.`;
  const { path: basePath } = facts.baseUrl;
  const paths = (facts.knownOperations?.() ?? []).map((one) => one.path);
  const ofWhole = paths.map((one) => basePath + one);
  const withoutBase = closestPath(path, paths);
  const closest = closestPath(path, ofWhole) ?? (withoutBase && basePath + withoutBase);
  const start = `Nothing is served at ${shorten(path, 200)}.`;
  if (closest !== undefined) return `${start} Did you mean ${closest}?`;
  return `${start} All operations are below ${basePath || '/'}.`;
}

function explainError(record: RequestRecord, name: string, status: number, facts: Facts): string {
  const error = errorIn(record.responseBody);
  const { apiKey = '', query } = record;
  if (error === errorMessages.missingKey) {
    return `N${missingKey(record.requestHeaders).slice(1)}. Add the header X-API-Key.`;
  }
  if (error === errorMessages.invalidKey) {
    return `The API key ${quote(apiKey)} is not one of the option "apiKeys".`;
  }
  if (error === errorMessages.wrongType.json) {
    const type = parseHeaders(record.requestHeaders ?? []).get('content-type') ?? 'no Content-Type';
    return `The app sent ${shorten(type, 60)}; ${name} takes application/json.`;
  }
  const said = error === undefined ? `${name} answered ${status}` : shorten(error, 300);
  const sent = status === 400 && query !== '' ? ` The app sent ?${shorten(query, 60)}.` : '';
  const pet = status === 404 ? explainMissingPet(record, name, facts) : undefined;
  return pet ?? `${said.replace(/\.$/, '')}.${sent}`;
}

/** Explains why there was no pet with the id in a path; `undefined` if the path has no such id. */
function explainMissingPet(record: RequestRecord, name: string, facts: Facts): string | undefined {
  const { past, store } = facts;
  const id = petIdIn(record, name, facts);
  if (id === undefined) return undefined;
  const pet = `The pet ${quote(id)}`;
  const removal = past.removalOf(id);
  if (removal && (removal.after === past.replaced || !isSince(record.id, past))) {
    const by =
      removal.by === undefined ? `a control at ${timeOf(removal)}` : `request ${removal.by}`;
    return `${pet} was deleted by ${by}${removal.last >= record.id ? ', after this call' : ''}.`;
  }
  if (store.get(id)) return `${pet} exists now.`;
  return past.replaced
    ? `No pet has had the id ${quote(id)} since the catalog was ${replacement(past)}.`
    : `No pet here has ever had the id ${quote(id)}.`;
}

function petIdIn({ path }: RequestRecord, name: string, facts: Facts): string | undefined {
  const template = facts.knownOperations?.().find((one) => one.name === name)?.path ?? '';
  const parts = template.split('/');
  const place = parts.findIndex((part, at) => part.startsWith('{') && parts[at - 1] === 'pets');
  if (place < 0) return undefined;
  // Counted from the end, because the beginning of the path is the base path.
  return decodeSegment(
    path
      .replace(/\/$/, '')
      .split('/')
      .at(place - parts.length) ?? '',
  );
}

/** Returns whether a request came after the catalog was last replaced. */
const isSince = (request: number, { replaced }: Past) => !replaced || request > replaced.last;

function errorIn(responseBody: string | undefined): string | undefined {
  const body = parseJson(responseBody) as { error?: unknown } | null | undefined;
  return typeof body?.error === 'string' && body.error !== '' ? body.error : undefined;
}

/** Returns `reset at 12:00:00 UTC`. */
const replacement = ({ replaced }: Past) => `${replaced!.how} at ${timeOf(replaced!)}`;

const timeOf = ({ at }: { readonly at: number }) =>
  `${new Date(at).toISOString().slice(11, 19)} UTC`;

/** The distance that a missing or an additional segment counts, in letters. */
const segmentWeight = 10;

/**
 * Finds the operation path that was probably meant, by its fixed segments: `/v2/animals` means
 * `/v2/pets`, and not `/v2/pets/{petId}`.
 *
 * @param templates Whole paths such as `/v2/pets/{petId}`.
 * @returns The template; `undefined` if no fixed segment of any is like one that was sent.
 */
export function closestPath(sent: string, templates: readonly string[]): string | undefined {
  const parts = segmentsOf(sent);
  const found = templates
    .map((template) => ({ template, ...compare(parts, segmentsOf(template)) }))
    .filter(({ isLike }) => isLike)
    .toSorted((one, other) => one.distance - other.distance);
  return found[0]?.template;
}

function compare(sent: readonly string[], template: readonly string[]) {
  let distance = Math.abs(sent.length - template.length) * segmentWeight;
  let isLike = false;
  template.forEach((fixed, index) => {
    const part = sent[index];
    if (fixed.startsWith('{') || part === undefined) return;
    const letters = leven(part.toLowerCase().slice(0, 100), fixed.toLowerCase());
    distance += letters;
    isLike ||= letters <= fixed.length / 3;
  });
  return { distance, isLike };
}

const segmentsOf = (path: string) => path.split('/').filter(Boolean).slice(0, 20);
