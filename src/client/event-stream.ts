/** A server-sent event, as the HTML standard names its parts. */
export interface StreamEvent {
  /** `message` when the stream names none. */
  type: string;
  data: string;
  /** The last id that the stream has named so far; `''` when none. */
  lastEventId: string;
}

/** What a stream says of itself. */
export type StreamHint =
  /** Milliseconds to wait before coming back. */
  | { retry: number }
  /** Where it begins: the id of an event before the first. */
  | { id: string };

/**
 * Reads a stream of server-sent events (HTML standard, section 9.2.6): lines may end in CR, LF or
 * both, wherever the pieces are cut.
 */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<StreamEvent | StreamHint, void, undefined> {
  let type = '';
  let data: string[] = [];
  let lastEventId = '';
  let hasId = false;

  for await (const line of linesOf(stream)) {
    if (line === '') {
      if (data.length > 0) yield { type: type || 'message', data: data.join('\n'), lastEventId };
      else if (hasId) yield { id: lastEventId };
      hasId = false;
      type = '';
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    if (colon === 0) continue;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') type = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) {
      lastEventId = value;
      hasId = true;
    } else if (field === 'retry' && /^\d+$/.test(value)) yield { retry: Number(value) };
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // A CR at the very end may be half of a CRLF: it stays for the next piece.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop()!;
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
