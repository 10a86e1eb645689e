import type { Operation } from '../operations/define-operation.ts';
import type { CatalogSettings } from '../catalog/options.ts';
import { errorMessages } from '../contract/error-messages.ts';
import { show } from '../contract/errors.ts';
import { paramsOf } from '../contract/operation-path.ts';
import { kindOf } from './read-body.ts';

/**
 * What an operation says with a status, where that does not depend on the request; `undefined` where it
 * does, or is not known.
 *
 * @throws what a function of the operation's own throws.
 */
export function documentedError(
  operation: Operation,
  status: number,
  settings: Pick<CatalogSettings, 'dialect' | 'maxBodyBytes'>,
  pets: { count(): number },
): string | undefined {
  const { method, path, body, responses = {} } = operation;
  const response = responses[status];
  const error = typeof response === 'object' ? response.error : undefined;
  const said: unknown = typeof error === 'function' ? error(pets) : error;
  if (typeof said === 'string') return said;
  if (said !== undefined && said !== null) {
    // A promise is not awaited here, and may reject.
    Promise.resolve(said).catch(() => {});
    throw new TypeError(`the "error" of its ${status} must give text, not ${show(said)}`);
  }
  if (status === settings.dialect.unauthorized) return errorMessages.invalidKey;
  const [param] = paramsOf(path);
  if (status === 400) return param && errorMessages.malformed(param);
  if (status === 405) return errorMessages.notAllowed(method);
  if (status === 413) return body && errorMessages.tooLarge(settings.maxBodyBytes);
  return status === 415 && body
    ? errorMessages.wrongType[kindOf(operation)] || undefined
    : undefined;
}
