import { redactSecret } from '../catalog/redact.ts';
import type { RequestRecord } from '../catalog/journal.ts';
import type { LogLine } from './log.ts';

/** The log line of a request that the journal has a record of. */
export function toLogLine(record: RequestRecord): LogLine {
  const { at, method, path, query, status, operation, apiKey, fault } = record;
  return {
    at,
    method,
    path,
    query,
    status,
    durationMs: record.ended === 0 ? performance.now() - record.started : record.durationMs,
    operation,
    apiKey: apiKey === undefined ? null : redactSecret(apiKey),
    ...(fault !== undefined && { fault }),
  };
}
