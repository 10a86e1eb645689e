import type { Dialect } from '../contract/dialect.ts';
import { fill, isWrite, type ServiceCase } from './cases/case.ts';
import { serviceCases } from './cases/index.ts';
import type { Expectations } from './expectations.ts';
import { valuesIn, whyNotAsked, type Ground } from './ground.ts';
import { NotCreatedError, play, type Answer } from './play.ts';
import { prepareGround, readPets, unlessUnreachable } from './prepare.ts';
import { rows, UnreachableError, type Row } from './report.ts';
import { createServiceClient, type ServiceAccess, type ServiceClient } from './service-client.ts';

/** The options of `verifyService`. */
export interface VerifyOptions extends ServiceAccess {
  /** Creates pets, which stay there. Default: `false`. */
  write?: boolean | undefined;
  /** The rows of the table of gaps that are asked. Default: all. */
  only?: readonly Row[] | undefined;
  /** The rows that are not asked. Default: none. */
  skip?: readonly Row[] | undefined;
  /** The differences that are agreed on, by the names of the cases. Default: none. */
  expectations?: Expectations | undefined;
  /** The dialect of the mock that the service is compared with. Default: none. */
  dialect?: Dialect | undefined;
  /** How many reads are sent at a time. Default: 1. */
  concurrency?: number | undefined;
  /** Called after each case. */
  onProgress?: ((asked: number, of: number) => void) | undefined;
}

/** What was sent for a case, and what the service answered. @internal */
export interface Observation {
  readonly sent: ReturnType<typeof fill>;
  /** How many pets earlier cases had left behind. */
  readonly left: number;
  /** The answer, or a message if there was none. */
  readonly answer: Answer | string;
}

/** The answers of a service, to be compared with the mock in any dialect. @internal */
export interface Observed {
  readonly against: string;
  readonly ground: Ground;
  /** The observation of each case, or the reason why it was not asked. */
  readonly found: ReadonlyMap<ServiceCase, Observation | string>;
  /** How many requests were sent. */
  readonly requests: number;
  readonly notes: readonly string[];
  /** Why the service could not be asked to the end. */
  readonly gone: string | undefined;
}

/** Asks a service the cases. @internal */
export async function observe(options: VerifyOptions): Promise<Observed> {
  const { only = rows, skip = [], write = false, signal, apiKey } = options;
  const cases = serviceCases.filter(({ row }) => only.includes(row) && !skip.includes(row));
  const service = createServiceClient(options);
  try {
    const ground = await prepareGround(service, options);
    const { found, gone } = await askAll(service, ground, cases, options);
    if (write) await addLost({ ...options, signal: undefined }, ground);
    return {
      against: service.against,
      ground,
      found,
      requests: service.count(),
      notes: [
        ...(apiKey !== undefined && !ground.hasKeyList ? [anyKeyNote] : []),
        ...service.notes(),
      ],
      gone,
    };
  } catch (error) {
    if (isAborted(signal)) throw new UnreachableError('the run was ended before the first case');
    throw error;
  } finally {
    service.close();
  }
}

const anyKeyNote =
  'The service lists pets for a key that it cannot know: it takes any key, or the list needs none';

/** Adds the pets whose create had no answer: the list has them, by their name. */
async function addLost(access: ServiceAccess, { newName, leftBehind }: Ground): Promise<void> {
  const service = createServiceClient(access);
  for (const { id: given, name, tag } of await readPets(service).catch(unlessUnreachable)) {
    const id = String(given);
    const isOurs = `${String(name)} ${String(tag)}`.includes(newName);
    if (isOurs && !leftBehind.has(id)) leftBehind.set(id, { id, name: String(name) });
  }
  service.close();
}

/** After this many requests without an answer, the service is asked whether it still answers. */
const mostSilent = 3;
/** After this many, the run ends: each may have taken the whole time limit. */
const mostSilentInAll = 12;

/** Asks all cases: reads first, then the cases that create pets. */
async function askAll(
  service: ServiceClient,
  ground: Ground,
  cases: readonly ServiceCase[],
  { signal, concurrency = 1, onProgress }: VerifyOptions,
) {
  const found = new Map<ServiceCase, Observation | string>();
  for (const one of cases) found.set(one, whyNotAsked(one, ground) ?? '');
  const asked = cases.filter((one) => found.get(one) === '');
  const created = ground.leftBehind.size;
  let gone: string | undefined;
  let done = 0;
  let silent = 0;

  async function ask(one: ServiceCase): Promise<void> {
    if (gone !== undefined || isAborted(signal)) return;
    const left = ground.leftBehind.size - created;
    try {
      const sent = fill(one, valuesIn(ground));
      const answer = await play(service.send, sent, ground);
      found.set(one, { sent, left, answer });
      if (typeof answer === 'string' && (++silent === mostSilentInAll || (await isGone()))) {
        gone = `${service.against} did not answer too many requests: ${answer}`;
      }
    } catch (error) {
      if (error instanceof NotCreatedError) found.set(one, error.message);
      else if (!isAborted(signal)) throw error;
    }
    onProgress?.(++done, asked.length);
  }

  const isGone = async () =>
    silent % mostSilent === 0 && typeof (await service.ask('?limit=1')) === 'string';
  const reads = asked.filter((one) => !isWrite(one)).values();
  const readOn = async () => {
    for (const one of reads) await ask(one);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, asked.length) }, readOn));
  for (const one of asked.filter(isWrite)) await ask(one);

  const rest = gone === undefined ? 'the run was ended before' : 'the service answered no more';
  for (const one of asked) if (found.get(one) === '') found.set(one, rest);
  return { found, gone };
}

const isAborted = (signal: AbortSignal | undefined) => signal?.aborted === true;
