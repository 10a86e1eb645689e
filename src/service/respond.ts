import { byteLength } from '../contract/byte-length.ts';
import type { Arrived } from './call.ts';
import { withHeader } from './headers.ts';
import { gone, isBodiless, type Result, type ServiceResponse } from './response.ts';

/** Makes the response of a call, and writes it to the journal. */
export function respond(
  call: Pick<Arrived, 'catalog' | 'record'>,
  result: Result,
  applied?: string,
): ServiceResponse {
  if (result === gone) return dropConnection(call);
  const { catalog, record } = call;
  const { status } = result;
  const body = isBodiless(status) ? null : result.body;
  const length = typeof body === 'string' ? byteLength(body) : (body?.byteLength ?? 0);
  let headers: string[];
  if (body !== null)
    headers = [
      'cache-control',
      'no-store',
      'content-length',
      String(length),
      'content-type',
      'application/json',
    ];
  else headers = isBodiless(status) && status !== 205 ? [] : ['content-length', '0'];
  for (const name in result.headers) headers = withHeader(headers, name, result.headers[name]!);
  if (applied !== undefined) headers = withHeader(headers, 'preference-applied', applied);
  record.responseHeaders = headers;
  const sent = record.method === 'HEAD' ? null : body;
  if (sent !== null) {
    record.responseBytes = length;
    record.responseBody = typeof sent === 'string' ? sent : decode(sent);
  }
  catalog.journal.end(record, status);
  return { status, headers, body: sent, record };
}

/** Returns `undefined` for bytes that are not text in UTF-8. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Ends a request without a response; the host closes the connection. */
export function dropConnection(
  { catalog, record }: Pick<Arrived, 'catalog' | 'record'>,
  network: ServiceResponse['network'] = 'empty',
): ServiceResponse {
  catalog.journal.end(record, null);
  return { status: 503, headers: [], body: null, network, record };
}
