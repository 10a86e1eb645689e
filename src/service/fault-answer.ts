import { phraseOf } from '../contract/status-phrases.ts';
import type { FaultFields } from '../controls/faults.ts';
import { challenge } from './authenticate.ts';
import type { Call } from './call.ts';
import { documentedError } from './documented-error.ts';
import { errorResult, type Result } from './response.ts';

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
