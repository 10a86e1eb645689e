import type { RequestRecord } from '../catalog/journal.ts';
import { phraseOf } from '../contract/status-phrases.ts';
import type { BodyPieces, Reply, ServiceRequest } from '../operations/request.ts';

/** What a host adds to a request that fetch's `Request` cannot carry. */
export interface Exchange {
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
  /** The journal's record, when the host has begun one. */
  record: RequestRecord | undefined;
  /** What was cut off before the path, when the host is mounted below one; else `''`. */
  readonly mount: string;
  /** The headers as they came, names and values in turn. */
  readonly rawHeaders: readonly string[];
  /** Told when the service is about to read the body, and gives when it may. */
  onBody(): Promise<void> | undefined;
  /** Told of each reply. With a `network` fault in it, the host breaks the connection so. */
  onReply(reply: Reply): void;
}

/** The URL of a request, split without making a `URL`: it is one already. */
export function splitUrl(url: string): { origin: string; path: string; query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const hash = url.indexOf('#');
  const end = hash === -1 ? url.length : hash;
  const mark = url.indexOf('?');
  const pathEnd = mark === -1 || mark > end ? end : mark;
  return {
    origin: url.slice(0, start),
    path: url.slice(start, pathEnd),
    query: pathEnd === end ? '' : url.slice(mark + 1, end),
  };
}

/**
 * Fetch's request as the service takes it.
 *
 * @param isolation The header that chooses the catalog, in lower case.
 */
export function toServiceRequest(
  request: Request,
  path: string,
  query: string,
  isolation: string | undefined,
  exchange?: Exchange,
): ServiceRequest {
  const { headers } = request;
  const header = (name: string) => headers.get(name) ?? undefined;
  return {
    method: request.method,
    path,
    query,
    headers: {
      ...(isolation !== undefined && { [isolation]: header(isolation) }),
      'x-api-key': header('x-api-key'),
      'content-type': header('content-type'),
      'content-encoding': header('content-encoding'),
      'content-length': header('content-length'),
      prefer: header('prefer'),
    },
    rawHeaders: exchange?.rawHeaders ?? rawHeadersOf(headers),
    async readBody(limit) {
      await exchange?.onBody();
      return readBody(request, limit);
    },
    signal: () => exchange?.signal ?? request.signal,
    record: exchange?.record,
    mount: exchange?.mount,
  };
}

function rawHeadersOf(headers: Headers): string[] {
  return [...headers].flat();
}

async function readBody(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > limit) {
      // Not awaited: a source that does not end need not end for this answer.
      reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(value);
  }
  if (chunks.length === 1) return chunks[0];
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/** The service's reply as fetch's response; a network fault is a network error. */
export function toResponse(reply: Reply): Response {
  if (reply.network !== undefined) return Response.error();
  const { status, headers, body } = reply;
  return new Response(body === null || typeof body === 'string' ? body : toStream(body), {
    status,
    statusText: phraseOf(status),
    headers: pairsOf(headers),
  });
}

function pairsOf(list: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < list.length; index += 2) pairs.push([list[index]!, list[index + 1]!]);
  return pairs;
}

function toStream(pieces: BodyPieces): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel() {
      iterator.return?.();
    },
  });
}
