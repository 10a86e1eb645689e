import { errorMessages } from '../contract/error-messages.ts';
import type { Context } from './context.ts';
import type { Body } from './request.ts';
import { cancelled, errorResult, type Result } from './response.ts';

/** The essence of a media type, without its parameters (RFC 9110, section 8.3.1). */
const json = /^application\/json[\t ]*(?:;|$)/i;

/**
 * Refuses a body before it is read: for its type, its coding (RFC 9110, section 8.4), then its
 * declared length.
 */
export function refuseBody({ request, settings }: Context): Result | undefined {
  const {
    'content-type': type,
    'content-encoding': coding = 'identity',
    'content-length': length,
  } = request.headers;
  if (type === undefined || !json.test(type)) return errorResult(415, errorMessages.notJson);
  if (coding.trim().toLowerCase() !== 'identity') {
    const name = onOneLine(coding.slice(0, 100));
    return errorResult(
      415,
      `The content coding ${name} is not supported: send the body without one`,
    );
  }
  const isTooLarge = length !== undefined && Number(length) > settings.maxBodyBytes;
  return isTooLarge ? errorResult(413, errorMessages.tooLarge(settings)) : undefined;
}

/**
 * Puts the body of a request into its context, and notes it in the journal.
 *
 * @param bytes What `request.readBody` gave.
 * @returns What refuses the request, if something does.
 */
export function receiveBody(context: Context, bytes: Uint8Array | undefined): Result | undefined {
  const { settings, catalog, record } = context;
  if (!bytes) return errorResult(413, errorMessages.tooLarge(settings));
  context.body = decode(bytes);
  catalog.journal.receive(record, context.body.text, bytes.byteLength);
  return context.lifetime.over ? cancelled() : undefined;
}

const strict = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): Body {
  try {
    return { text: strict.decode(bytes), isUtf8: true };
  } catch {
    return { text: new TextDecoder().decode(bytes), isUtf8: false };
  }
}

/** Control characters as escapes: a client may send them, and messages are shown. */
export function onOneLine(message: string): string {
  return message.replaceAll(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
