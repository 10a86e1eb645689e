import type { Checked } from '../contract/check.ts';
import { errorMessages } from '../contract/error-messages.ts';
import type { BodyKind } from '../contract/operation.ts';
import { onOneLine } from '../contract/text.ts';
import type { Operation } from '../operations/define-operation.ts';
import type { Call } from './call.ts';
import { cancelled, errorResult, gone, type Result } from './response.ts';

/** The media types of a body, without their parameters (RFC 9110, section 8.3.1). */
const types: Readonly<Record<BodyKind | 'json', RegExp>> = {
  json: /^application\/json[\t ]*(?:;|$)/i,
  text: /^text\//i,
  bytes: /^/,
  form: /^(?:multipart\/form-data|application\/x-www-form-urlencoded)[\t ]*(?:;|$)/i,
};

/** Returns what the body of an operation is. */
export const kindOf = ({ body }: Operation) => (typeof body === 'string' ? body : 'json');

/** Checks the type, the coding and the declared length of a body before it is read. */
export function findHeadError({
  request,
  settings,
  operation,
}: {
  readonly request: Pick<Call['request'], 'headers'>;
  readonly settings: { readonly maxBodyBytes: number };
  readonly operation: Operation;
}): Result | undefined {
  const kind = kindOf(operation);
  const {
    'content-type': type = '',
    'content-encoding': coding = 'identity',
    'content-length': length = 0,
  } = request.headers;
  if (!types[kind].test(type)) return errorResult(415, errorMessages.wrongType[kind]);
  if (coding.toLowerCase() !== 'identity') {
    const name = onOneLine(coding.slice(0, 100));
    return errorResult(
      415,
      `The content coding ${name} is not supported: send the body without one`,
    );
  }
  const { maxBodyBytes } = settings;
  const isTooLarge = Number(length) > maxBodyBytes;
  return isTooLarge ? errorResult(413, errorMessages.tooLarge(maxBodyBytes)) : undefined;
}

/** Reads the body into the call and the journal. @returns The result that ends the call, if any. */
export async function readBody(call: Call): Promise<Result | undefined> {
  const { request, settings, catalog, record, lifetime } = call;
  const { maxBodyBytes } = settings;
  let bytes: Uint8Array | undefined;
  try {
    bytes = await request.readBody(maxBodyBytes);
  } catch {
    return gone;
  }
  if (!bytes) return errorResult(413, errorMessages.tooLarge(maxBodyBytes));
  const { text, isUtf8 } = decode(bytes);
  catalog.journal.receive(record, text, bytes.byteLength);
  const kind = kindOf(call.operation);
  const read = () => {
    if (kind === 'bytes') return { ok: true as const, value: bytes };
    if (!isUtf8) return { ok: false as const, message: 'The request body is not valid UTF-8' };
    return kind === 'text' ? { ok: true as const, value: text } : parse(text);
  };
  let parsed = kind === 'form' ? await readForm(bytes, request.headers['content-type']) : undefined;
  call.body = () => (parsed ??= read());
  return lifetime.over ? cancelled : undefined;
}

async function readForm(bytes: Uint8Array, type = ''): Promise<Checked<unknown>> {
  try {
    const whole = new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });
    return { ok: true, value: await whole.formData() };
  } catch {
    return { ok: false, message: 'The request body is not a valid form' };
  }
}

const strict = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): { text: string; isUtf8: boolean } {
  try {
    return { text: strict.decode(bytes), isUtf8: true };
  } catch {
    return { text: new TextDecoder().decode(bytes), isUtf8: false };
  }
}

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
