import { operations, type OperationName } from './operations.ts';

export interface MessageLimits {
  readonly maxBodyBytes: number;
  /** How many pets there are. */
  readonly pets: number;
}

/** What the service says when it refuses, where that depends on little of the request. */
export const errorMessages = {
  missingKey: 'The header X-API-Key is missing or empty; send an API key',
  invalidKey: 'The API key in the header X-API-Key is not valid',
  missingName: 'The request body lacks the field "name"',
  malformedId: 'The pet id in the path has a malformed percent-escape',
  notFound: 'Pet not found',
  notJson: 'The header Content-Type must be application/json',
  tooLarge: ({ maxBodyBytes }: Pick<MessageLimits, 'maxBodyBytes'>) =>
    `The request body must be at most ${maxBodyBytes} bytes`,
  full: ({ pets }: Pick<MessageLimits, 'pets'>) =>
    `The catalog is full: it holds ${pets} pets and takes no more`,
  notAllowed: (method: string) => `The method ${method} is not allowed here`,
} as const;

type Messages = Readonly<Record<number, string | ((limits: MessageLimits) => string)>>;

/** Of several messages, the one that a request with a key and the right path would get. */
const documented: Readonly<Record<OperationName, Messages>> = {
  createPet: {
    400: errorMessages.missingName,
    413: errorMessages.tooLarge,
    415: errorMessages.notJson,
    507: errorMessages.full,
  },
  getPet: { 400: errorMessages.malformedId, 404: errorMessages.notFound },
  // Its 400 quotes what was sent, and so is no message for a call that sent something else.
  listPets: {},
};

/** What an operation says with a status, as far as that is documented. */
export function documentedError(
  operation: OperationName,
  status: number,
  limits: MessageLimits,
): string | undefined {
  if (status === 401) return errorMessages.invalidKey;
  if (status === 405) return errorMessages.notAllowed(operations[operation].method);
  const message = documented[operation][status];
  return typeof message === 'function' ? message(limits) : message;
}
