import { closestMatch } from 'leven';
import type { Delay } from '../controls/delay.ts';
import { describeFault } from '../controls/describe-fault.ts';
import { errorMessages } from '../contract/error-messages.ts';
import type { KnownOperations } from '../contract/operation.ts';
import { decodeSegment } from '../contract/operation-path.ts';
import { parseJson } from '../contract/parse-json.ts';
import type { Explanation, JournalEntry } from '../controls/requests.ts';
import { shorten } from '../contract/words.ts';
import type { FaultBook } from './faults.ts';
import type { Journal, RequestRecord } from './journal.ts';
import type { Past } from './past.ts';
import { quote } from './shorten.ts';
import type { PetStore } from './store.ts';

export interface Facts {
  readonly journal: Journal;
  readonly past: Past;
  readonly store: Pick<PetStore, 'get'>;
  readonly faults: Pick<FaultBook, 'get' | 'isUsedUp'>;
  readonly maxPets: number;
  readonly baseUrl: { readonly path: string };
  delayNow(): Delay;
  readonly knownOperations: KnownOperations | undefined;
}

type Words = [text: string, request?: number];

/** A longer path is not compared with those of the operations. */
const longestPath = 500;

/** Explains the answer to a request in words, which are true at the moment of the call. */
export function explain(record: RequestRecord, facts: Facts): Explanation {
  const { journal } = facts;
  const entry = journal.toEntry(record);
  const { fault } = entry;
  const [text, request] = wordsOf(record, entry, facts);
  return {
    text: journal.redact(text),
    ...(fault !== undefined && fault !== 'prefer' && { fault }),
    ...(request !== undefined && journal.get(request) && { request }),
  };
}

function wordsOf(record: RequestRecord, entry: JournalEntry, facts: Facts): Words {
  const { ended, received, isReplaced } = record;
  const { id, status, operation, faultText } = entry;
  const { past } = facts;
  const delay = facts.delayNow();
  const isSlowed = delay !== 0 && operation !== null && isSince(id, past);
  const why: string[] = [];
  if (faultText !== undefined) why.push(faultSentence(entry, faultText, facts));
  if (isSlowed) why.push(`All operations are ${describeFault({ delay })}.`);
  if (ended === 0) {
    const awaited = received ? 'an answer' : 'the rest of its body';
    return [[`It is still waiting for ${awaited}.`, ...why].join(' ')];
  }
  const wasInFlight = operation !== null && !isSince(id, past) && ended > past.replaced!.ends;
  if (wasInFlight && (status === null || errorIn(entry) === errorMessages.cutOff)) {
    return [`It was cut off in flight: the catalog was ${replacement(past)}.`];
  }
  if (status === null) {
    const end = isReplaced
      ? 'That is why it got no answer.'
      : 'The client went away before the answer.';
    return [[...why, end].join(' ')];
  }
  if (operation === null) return [unrouted(entry, facts)];
  if (isReplaced) return [why.join(' ')];
  const [text, request] = outcomeOf(entry, operation, status, facts);
  return [[...why, text].join(' '), request!];
}

/** Whether a request came after the catalog was last replaced. */
const isSince = (request: number, { replaced }: Past) => !replaced || request > replaced.last;

function faultSentence({ id, fault }: JournalEntry, text: string, { faults, past }: Facts): string {
  if (fault === 'prefer') return `It asked for this itself, with the header Prefer: ${text}.`;
  const fateOf = (name: string) => {
    if (!isSince(id, past) && !past.replaced!.keptFaults) {
      return `since then, the catalog was ${replacement(past)}`;
    }
    const now = faults.get(name);
    if (now) return now.enabled === false ? 'it is switched off now' : 'it is still there';
    return faults.isUsedUp(name) ? 'it is used up' : 'it has been removed since';
  };
  return `The fault ${fault} hit it (${text}); ${fateOf(fault!)}.`;
}

/** A path of no operation, a method that its path does not take, or what others answered. */
function unrouted(entry: JournalEntry, { baseUrl, knownOperations }: Facts): string {
  const { path: basePath } = baseUrl;
  const operations = knownOperations?.() ?? [];
  const { method, path, status, responseHeaders: { allow } = {} } = entry;
  if (allow !== undefined && method === 'OPTIONS') return `The path takes ${allow}.`;
  if (allow !== undefined && status === 405) {
    return `The path takes ${allow}, and not ${shorten(method, 20)}.`;
  }
  const sent = path.split('/');
  const paths = operations.map((operation) => {
    const parts = (basePath + operation.path).split('/');
    // Parameters are as they were sent. From the end on: it is the beginning that is left out.
    const fill = (part: string, index: number) =>
      part.startsWith('{') ? sent.at(index - parts.length) || part : part;
    return parts.map(fill).join('/');
  });
  if (status !== 404 || paths.includes(path)) {
    return `No operation answered it, but the server or a handler of your own, with ${status}.`;
  }
  const start = `No operation has the path ${shorten(path, 200)}`;
  if (paths.includes(basePath + path)) return `${start}: the base path ${basePath} is missing.`;
  const maxDistance = path.length > longestPath ? 0 : Math.floor(path.length / 2);
  const closest = closestMatch(path, paths, { maxDistance });
  if (closest === undefined) return `${start}: all are below ${basePath || '/'}.`;
  const names = operations.filter((_, index) => paths[index] === closest).map(({ name }) => name);
  return `${start}. The closest is ${closest} (${names.join(', ')}).`;
}

function outcomeOf(entry: JournalEntry, name: string, status: number, facts: Facts): Words {
  const operation = facts.knownOperations?.().find((one) => one.name === name);
  const documented = operation?.responses?.[status];
  const rule = typeof documented === 'object' ? documented.description : documented;
  if (status < 400) {
    return [
      `${name} answered ${rule === undefined ? `${status}.` : `as documented: ${end(rule)}`}`,
    ];
  }
  const error = errorIn(entry);
  const said = error === undefined ? '' : `: “${shorten(error, 300)}”`;
  const answered = `${name} answered ${status}${said}.`;
  const pet = status === 404 && operation && petWords(entry, operation.path, facts);
  if (pet) return [`${answered} ${pet[0]}`, pet[1]!];
  const why = () => {
    if (error === errorMessages.missingKey) return 'It needs a key, and none was sent.';
    if (error === errorMessages.invalidKey) {
      return `Only the keys of the option "apiKeys" are good, and ${entry.apiKey} is none of them.`;
    }
    if (error === errorMessages.notJson) {
      const { 'content-type': type } = entry.requestHeaders;
      return type === undefined ? 'It had no such header.' : `It said ${quote(type)}.`;
    }
    if (status === 507) return `The option "maxPets" is ${facts.maxPets}.`;
    return rule === undefined || rule === error ? '' : `It documents ${status} as: ${end(rule)}`;
  };
  return [`${answered} ${why()}`.trim()];
}

function petWords(entry: JournalEntry, template: string, facts: Facts): Words | undefined {
  const { journal, store, past } = facts;
  const parts = template.split('/');
  const isOfPet = (part: string, at: number) => part.startsWith('{') && parts[at - 1] === 'pets';
  const place = parts.findIndex(isOfPet) - parts.length;
  const segment = entry.path.replace(/\/$/, '').split('/').at(place);
  const id = place < -parts.length ? undefined : decodeSegment(segment ?? '');
  if (id === undefined) return undefined;
  const pet = `The pet ${quote(id)}`;
  const isThere = store.get(id) !== undefined;
  const creator = creatorOf(id, journal);
  const removal = past.removalOf(id);
  // Where all pets were replaced between the two, they have nothing to do with each other.
  if (removal && (removal.after === past.replaced || !isSince(entry.id, past))) {
    const { by, last } = removal;
    const created = creator === undefined ? '' : `created by request ${creator} and `;
    const remover = by === undefined ? `a control at ${timeOf(removal)}` : `request ${by}`;
    const later = last >= entry.id ? ', after this request' : '';
    const again = isThere ? ', and is there again' : '';
    return [`${pet} was ${created}removed by ${remover}${later}${again}.`, (by ?? creator)!];
  }
  if (isThere && !isSince(Math.max(entry.id, creator ?? 0), past)) {
    return [`${pet} is there now: the catalog was ${replacement(past)}, after this request.`];
  }
  if (creator !== undefined) {
    const later = creator > entry.id ? ', after this one' : '';
    const text = isThere
      ? `${pet} is there: request ${creator} created it${later}.`
      : isSince(creator, past)
        ? `Request ${creator} answered with that id, and yet no such pet was stored.`
        : `${pet} was created by request ${creator}; since then, the catalog was ${replacement(past)}.`;
    return [text, creator];
  }
  if (isThere) return [`${pet} is there now, and no request in the journal created it.`];
  const trimmed = id.trim();
  const similar = [trimmed, trimmed.toLowerCase(), trimmed.toUpperCase()].find(store.get);
  if (similar !== undefined) {
    return [`There is a pet ${quote(similar)}: the id differs in letter case or blanks.`];
  }
  const since = past.replaced
    ? ` since the catalog was ${replacement(past)}; what was there before is not known`
    : '';
  return [`No pet of the id ${quote(id)} has been seen${since}.`];
}

/** The request that created a pet: one that answered with it, and did not name it itself. */
function creatorOf(pet: string, journal: Journal): number | undefined {
  const inJson = JSON.stringify(pet).slice(1, -1);
  for (const { id, method, path, status, responseBody = '' } of journal.records()) {
    const isSuccess = method !== 'GET' && status !== null && status >= 200 && status < 300;
    if (!isSuccess || !responseBody.includes(inJson)) continue;
    const isNamed = path.split('/').some((segment) => decodeSegment(segment) === pet);
    if ((status === 201 || !isNamed) && fieldIn(responseBody, 'id') === pet) return id;
  }
  return undefined;
}

/** A text in a JSON body; `undefined` where it is none, or the journal has only a part of the body. */
function fieldIn(body: string, name: 'id' | 'error'): string | undefined {
  const value = (parseJson(body) as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
}

const errorIn = ({ responseBody = '' }: JournalEntry) => fieldIn(responseBody, 'error');

const end = (words: string) => `${words.replace(/\.$/, '')}.`;

/** `reset at 12:00:00 UTC` */
const replacement = ({ replaced }: Past) => `${replaced!.how} at ${timeOf(replaced!)}`;

const timeOf = ({ at }: { readonly at: number }) =>
  `${new Date(at).toISOString().slice(11, 19)} UTC`;
