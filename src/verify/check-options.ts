import * as v from 'valibot';
import { checkOptions, resolveDialect } from '../catalog/options.ts';
import { headerName, headerValue } from '../contract/http.ts';
import { namedTexts, wholeNumber } from '../contract/input.ts';
import type { Option } from '../controls/options.ts';
import { expectationsSchema } from './expectations.ts';
import { rows } from './report.ts';
import type { VerifyOptions } from './observe.ts';

const textOf = (pattern: RegExp, message: string) =>
  v.pipe(v.string(message), v.regex(pattern, message));
const value = textOf(headerValue, 'a value that a header can carry');
const name = textOf(headerName, 'the name of a header');
const row = v.picklist(rows, `a row: any of ${rows.join(', ')}`);
const someRows = { schema: v.array(row, 'an array of rows') };
const atLeastOne = { schema: wholeNumber(1, 2 ** 31 - 1) };

const options: Readonly<Record<keyof VerifyOptions, Pick<Option, 'schema' | 'secret'>>> = {
  // The client checks it when it takes it apart.
  url: { schema: v.unknown() },
  apiKey: { schema: textOf(headerValue, 'a key that a header can carry'), secret: true },
  headers: { schema: namedTexts(name, value, 'an object of names and values'), secret: true },
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

/** Checks the options of `verifyService`. @throws OptionError that names the option. */
export function checkVerifyOptions(given: VerifyOptions): void {
  checkOptions(given, options);
  resolveDialect(given.dialect);
}
