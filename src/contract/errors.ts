/** A bad option. The message names the option, the value and what is expected. */
export class OptionError extends TypeError {
  override readonly name = 'OptionError';
}

/** What the caller handed in (a fixture, a snapshot, a fault, a filter) is not well-formed. */
export class InvalidInputError extends TypeError {
  override readonly name = 'InvalidInputError';
}
