import { shorten } from './text.ts';

/** A problem of an option. */
export interface OptionProblem {
  /** Its name, or the path of a part of it: `pets`, `apiKeys[1]`, `tls.cert`. */
  readonly option: string;
  /** Left out for keys and tokens. */
  readonly value?: unknown;
  /** The expected value in words. */
  readonly expected: string;
  /** The whole sentence, if it is not `… must be <expected>, not <value>`. @internal */
  readonly explain?: Explain | undefined;
}

/** @internal Returns the sentence, with the names that the reader uses for the options. */
export type Explain = (nameOf: (option: string) => string) => string;

/** A bad option. The message names the option, the value and what is expected. */
export class OptionError extends TypeError {
  override readonly name = 'OptionError';
  /** Its name, or the path of a part of it: `pets`, `apiKeys[1]`, `tls.cert`. */
  readonly option: string;
  /** The given value; `undefined` for keys and tokens. */
  readonly value: unknown;
  /** The expected value in words. */
  readonly expected: string;
  /** @internal Returns the message with other names of the options. */
  readonly explain: Explain;

  constructor(problem: OptionProblem) {
    const { option, value, expected } = problem;
    const got = 'value' in problem ? `, not ${show(value)}` : '';
    const explain: Explain =
      problem.explain ?? ((nameOf) => `${nameOf(option)} must be ${expected}${got}`);
    super(explain((name) => (name === option ? `Option "${name}"` : `"${name}"`)));
    this.option = option;
    this.value = value;
    this.expected = expected;
    this.explain = explain;
  }
}

/** A fixture, a snapshot, a fault or a filter of the caller is not well-formed. */
export class InvalidInputError extends TypeError {
  override readonly name = 'InvalidInputError';
}

/** @internal Turns an error about the value of an option into an OptionError. */
export function inOption<T>(option: string, value: unknown, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    const explain = () => error.message;
    const expected = `well-formed ${option}`;
    throw new OptionError({ option, value, expected, explain });
  }
}

/** @internal Returns the message of anything that a user's code threw, in one line. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return `it threw ${show(error)}`;
  // A class may declare `message` again.
  const message: unknown = error.message;
  return typeof message === 'string' ? message : `it threw an error that says ${show(message)}`;
}

/** Returns a short text for any value. It never throws. @internal */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value, 60));
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'function') return 'a function';
  return String(value);
}
