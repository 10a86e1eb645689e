import type { Checked } from '../contract/check.ts';
import { errorMessages } from '../contract/error-messages.ts';
import { onOneLine } from '../contract/words.ts';
import type { Context, ServiceHeaders } from './request.ts';
import { cancelled, errorResult, type Result } from './response.ts';

/** The essence of a media type, without its parameters (RFC 9110, section 8.3.1). */
const json = /^application\/json[\t ]*(?:;|$)/i;

/**
 * What is wrong with a body that has not been read: its type, its coding (RFC 9110, section 8.4), then
 * its declared length.
 */
export function findBodyProblem(
  headers: ServiceHeaders,
  { maxBodyBytes }: { readonly maxBodyBytes: number },
): { status: number; error: string } | undefined {
  const { 'content-type': type = '', 'content-encoding': coding = 'identity' } = headers;
  if (!json.test(type)) return { status: 415, error: errorMessages.notJson };
  if (coding.toLowerCase() !== 'identity') {
    const name = onOneLine(coding.slice(0, 100));
    const error = `The content coding ${name} is not supported: send the body without one`;
    return { status: 415, error };
  }
  const isTooLarge = Number(headers['content-length'] ?? 0) > maxBodyBytes;
  return isTooLarge ? { status: 413, error: errorMessages.tooLarge(maxBodyBytes) } : undefined;
}

/** Puts a body into the context and the journal; returns the refusal, if there is one. */
export function receiveBody(context: Context, bytes: Uint8Array | undefined): Result | undefined {
  const { settings, catalog, record } = context;
  if (!bytes) return errorResult(413, errorMessages.tooLarge(settings.maxBodyBytes));
  let text: string;
  let parsed: Checked<unknown> | undefined;
  try {
    text = strict.decode(bytes);
  } catch {
    text = new TextDecoder().decode(bytes);
    parsed = { ok: false, message: 'The request body is not valid UTF-8' };
  }
  context.body = () => (parsed ??= parse(text));
  catalog.journal.receive(record, text, bytes.byteLength);
  return context.lifetime.over ? cancelled : undefined;
}

const strict = new TextDecoder('utf-8', { fatal: true });

function parse(text: string): Checked<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    const message =
      text === ''
        ? 'The request body is empty; it must be JSON'
        : `The request body is not valid JSON: ${onOneLine((error as Error).message)}`;
    return { ok: false, message };
  }
}
