import type { IncomingMessage } from 'node:http';

export const unknownCoding = 'The only transfer coding that is known is chunked';

/** Whether a body has a transfer coding other than chunked (RFC 9112, section 6.1). */
export function hasUnknownCoding({ headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  return coding !== undefined && coding.trim().toLowerCase() !== 'chunked';
}
