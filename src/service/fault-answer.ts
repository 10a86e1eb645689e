import { phraseOf } from '../contract/http.ts';
import type { FaultFields } from '../controls/faults.ts';
import { challenge } from './authenticate.ts';
import type { Call } from './call.ts';
import { errorResult, type Result } from './response.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { CatalogSettings } from '../catalog/options.ts';
import { errorMessages } from '../contract/error-messages.ts';
import { show } from '../contract/errors.ts';
import { paramsOf } from '../contract/operation-path.ts';
import { kindOf } from './read-body.ts';

/** Returns the answer that a fault gives instead of the operation; `undefined` if it has no status. */
export function faultAnswer(fault: FaultFields, call: Call): Result | undefined {
  const { status, headers = {}, body } = fault;
  if (status === undefined) return undefined;
  const all: Record<string, string> = {};
  // These statuses must have a header (RFC 9110, sections 15.5.2 and 15.5.6).
  if (status === 401) Object.assign(all, challenge);
  if (status === 405) all['allow'] = call.route.resource.allow;
  for (const [name, value] of Object.entries(headers)) all[name.toLowerCase()] = value.trim();
  if (body === undefined) return errorResult(status, fault.error ?? messageFor(status, call), all);
  const isText = typeof body === 'string' && 'content-type' in all;
  return { status, body: isText ? body : JSON.stringify(body), headers: all };
}

/** The message that the operation documents for a status, or else its phrase. */
function messageFor(status: number, { catalog, operation, settings }: Call): string {
  const documented = operation.responses?.[status];
  const meaning = typeof documented === 'object' ? documented.description : documented;
  return (
    documentedError(operation, status, settings, catalog.pets) ??
    meaning?.replaceAll('`', '"') ??
    phraseOf(status)
  );
}

/**
 * Returns the message that an operation has for a status; `undefined` if it depends on the request or is
 * not documented.
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
