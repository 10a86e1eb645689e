import { errorMessages, type MessageLimits } from '../contract/error-messages.ts';
import { onOneLine } from '../contract/words.ts';
import type { Body, Context, ParsedBody, ServiceHeaders } from './request.ts';
import { cancelled, errorResult, type Result } from './response.ts';

/** The essence of a media type, without its parameters (RFC 9110, section 8.3.1). */
const json = /^application\/json[\t ]*(?:;|$)/i;

/**
 * What is wrong with a body that has not been read: its type, its coding (RFC 9110, section 8.4), then
 * its declared length.
 */
export function findBodyProblem(
  headers: ServiceHeaders,
  limits: MessageLimits,
): { status: number; error: string } | undefined {
  const { 'content-type': type = '', 'content-encoding': coding = 'identity' } = headers;
  if (!json.test(type)) return { status: 415, error: errorMessages.notJson };
  if (coding.toLowerCase() !== 'identity') {
    const name = onOneLine(coding.slice(0, 100));
    const error = `The content coding ${name} is not supported: send the body without one`;
    return { status: 415, error };
  }
  const isTooLarge = Number(headers['content-length'] ?? 0) > limits.maxBodyBytes;
  return isTooLarge ? { status: 413, error: errorMessages.tooLarge(limits) } : undefined;
}

/** Puts a body into the context and the journal; returns the refusal, if there is one. */
export function receiveBody(context: Context, bytes: Uint8Array | undefined): Result | undefined {
  const { settings, catalog, record } = context;
  if (!bytes) return errorResult(413, errorMessages.tooLarge(settings));
  context.body = decode(bytes);
  catalog.journal.receive(record, context.body.text, bytes.byteLength);
  return context.lifetime.over ? cancelled : undefined;
}

const strict = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): Body {
  try {
    return { text: strict.decode(bytes), isUtf8: true };
  } catch {
    return { text: new TextDecoder().decode(bytes), isUtf8: false };
  }
}

/** The value that a body holds, parsed once for a call; `undefined` when there is no body. */
export function jsonOf(context: Pick<Context, 'body' | 'parsed'>): ParsedBody | undefined {
  if (context.body === undefined) return undefined;
  return (context.parsed ??= parse(context.body));
}

function parse({ text, isUtf8 }: Body): ParsedBody {
  if (!isUtf8) return { ok: false, message: 'The request body is not valid UTF-8' };
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    return {
      ok: false,
      message:
        text === ''
          ? 'The request body is empty; it must be JSON'
          : `The request body is not valid JSON: ${onOneLine((error as Error).message)}`,
    };
  }
}
