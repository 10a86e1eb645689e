import type { Operation } from '../catalog/operation.ts';
import type { Decisions } from '../contract/dialect.ts';
import { errorMessages, type MessageLimits } from '../contract/error-messages.ts';
import { paramsOf } from '../contract/operation-path.ts';

/**
 * What an operation says with a status, where that does not depend on the request; `undefined` where it
 * does, or is not known.
 */
export function documentedError(
  { method, path, body, responses = {} }: Operation,
  status: number,
  settings: MessageLimits & { readonly dialect: Decisions },
  pets: { count(): number },
): string | undefined {
  const response = responses[status];
  const error = typeof response === 'object' ? response.error : undefined;
  if (error !== undefined) return typeof error === 'function' ? error(pets) : error;
  if (status === settings.dialect.unauthorized) return errorMessages.invalidKey;
  switch (status) {
    case 400: {
      const [param] = paramsOf(path);
      return param === undefined ? undefined : errorMessages.malformed(param);
    }
    case 405:
      return errorMessages.notAllowed(method);
    case 413:
      return body && errorMessages.tooLarge(settings);
    case 415:
      return body && errorMessages.notJson;
    default:
      return undefined;
  }
}
