import * as v from 'valibot';
import { checkOptions, resolveDialect } from '../catalog/options.ts';
import { parseJson } from '../contract/values.ts';
import { shorten } from '../contract/text.ts';
import type { SentRequest } from './cases/case.ts';
import { headerName, headerValue } from '../contract/http.ts';
import { namedTexts, wholeNumber } from '../contract/input.ts';
import type { Option } from '../controls/options.ts';
import { compareAll, type Compared } from './against-mock.ts';
import { whyUndecided } from './compare.ts';
import { expectationsSchema, isAgreed } from './expectations.ts';
import { observe, type Observed, type VerifyOptions } from './observe.ts';
import type { Redact } from '../catalog/redact.ts';
import { publicHeaders, redacted } from './redact.ts';
import {
  countOutcomes,
  kinds,
  rows,
  UnreachableError,
  type ShownRequest,
  type ShownResponse,
  type VerifiedCase,
  type VerifyReport,
} from './report.ts';
import { shownLength, type Received } from './send.ts';

/**
 * Asks a service the cases of the contract, and compares each response with the mock's.
 *
 * @throws OptionError that names the option.
 * @throws UnreachableError if the service cannot be reached, or no longer answers.
 */
export async function verifyService(options: VerifyOptions): Promise<VerifyReport> {
  checkVerifyOptions(options);
  const observed = await observe(options);
  const report = await summarise(observed, options);
  if (observed.gone !== undefined) throw new UnreachableError(observed.gone, report);
  return report;
}

/** @throws OptionError that names the option. @internal */
export function checkVerifyOptions(options: VerifyOptions): void {
  checkOptions(options, optionSchemas);
  resolveDialect(options.dialect);
}

const textOf = (pattern: RegExp, message: string) =>
  v.pipe(v.string(message), v.regex(pattern, message));
const keyWords = 'a key that is not empty and that a header can carry';
const valueText = textOf(headerValue, 'a value that a header can carry');
const nameText = textOf(headerName, 'the name of a header');
const rowName = v.picklist(rows, `a row: any of ${rows.join(', ')}`);
const someRows = { schema: v.array(rowName, 'an array of rows') };
const atLeastOne = { schema: wholeNumber(1, 2 ** 31 - 1) };

const optionSchemas: Readonly<Record<keyof VerifyOptions, Pick<Option, 'schema' | 'secret'>>> = {
  // The client checks it when it takes it apart.
  url: { schema: v.unknown() },
  apiKey: { schema: v.pipe(textOf(headerValue, keyWords), v.regex(/\S/, keyWords)), secret: true },
  headers: {
    schema: namedTexts(nameText, valueText, 'an object of names and values'),
    secret: true,
  },
  timeout: atLeastOne,
  signal: { schema: v.looseObject({ aborted: v.boolean() }, 'an AbortSignal') },
  write: { schema: v.boolean('true or false') },
  only: someRows,
  skip: someRows,
  expectations: { schema: expectationsSchema },
  // `resolveDialect` checks it.
  dialect: { schema: v.unknown() },
  concurrency: atLeastOne,
  onProgress: { schema: v.function('a function') },
};

/** Makes the report on a service. @internal */
export async function summarise(
  observed: Observed,
  { expectations = {}, dialect }: Pick<VerifyOptions, 'expectations' | 'dialect'>,
): Promise<VerifyReport> {
  const { against, found, ground, requests, notes } = observed;
  const { redact, leftBehind } = ground;
  const all = await compareAll(observed, dialect);
  const comparisons = new Map(all.map((comparison) => [comparison.one, comparison]));
  const cases = Array.from(found, ([serviceCase, observationOrReason]) => {
    const comparison = comparisons.get(serviceCase);
    const { name, row } = serviceCase;
    const result = comparison ? resultOf(comparison) : notAsked(String(observationOrReason));
    return { name, row, ...result };
  });
  return {
    against,
    ...countOutcomes(cases),
    cases,
    requests,
    notes: notes.map(redact),
    leftBehind: Array.from(leftBehind.values(), ({ id, name }) => ({
      id: redact(id),
      name: redact(name),
    })),
  };

  function resultOf({ one, mock, answer, differences }: Compared): CaseResult {
    if (differences.length === 0) {
      const undecided = whyUndecided(one.row, answer);
      return undecided ? notAsked(undecided) : { outcome: 'same' };
    }
    const expectation = expectations[one.name];
    const isExpected = isAgreed(expectation, answer, differences);
    const sentences = differences.map(({ sentence }) => redact(sentence));
    return {
      outcome: isExpected ? 'agreed' : 'different',
      request: showRequest(mock.request, redact),
      expected: showResponse(mock, redact),
      ...(typeof answer === 'object' && { got: showResponse(answer, redact) }),
      differences: sentences,
      parts: differences.map(({ part }) => part),
      kind: kinds.find((kind) => differences.some((difference) => difference.kind === kind))!,
      why: isExpected ? expectation!.reason : sentences.join('; '),
    };
  }
}

type CaseResult = Omit<VerifiedCase, 'name' | 'row'>;

const notAsked = (why: string): CaseResult => ({ outcome: 'not asked', why });

const shownHeaders = ['allow', 'cache-control', 'content-type', 'location', 'www-authenticate'];

/** Shows a request without secrets. */
function showRequest({ method, path, headers, body }: SentRequest, redact: Redact): ShownRequest {
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    publicHeaders.test(name) || value === '' ? value : redacted,
  ]);
  const text = typeof body === 'string' ? body : body && new TextDecoder().decode(body);
  return {
    method,
    path: shorten(redact(path), shownLength),
    headers: Object.fromEntries(shown) as Record<string, string>,
    ...(text !== undefined && { body: shorten(redact(text), shownLength) }),
  };
}

/** Shows a response without secrets. The text of its body has none. */
function showResponse(response: Received, redact: Redact): ShownResponse {
  const { status, headers, length, redirects, text } = response;
  const shown = shownHeaders.filter((name) => headers[name] !== undefined);
  return {
    status,
    headers: Object.fromEntries(shown.map((name) => [name, redact(String(headers[name]))])),
    ...(length > 0 && { body: parseJson(text) ?? text }),
    ...(redirects.length > 0 && { redirects: redirects.map(redact) }),
  };
}
