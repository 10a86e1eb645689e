import { onTestFinished } from 'vitest';

export interface SeenEvent {
  event: string;
  id: string | undefined;
  data: Record<string, unknown>;
}

const changes = new Set(['pets', 'faults', 'state']);

/**
 * Opens an event stream; it is left when the test is over.
 *
 * @param options The kinds of events; by default, those of requests and what happens to them all.
 */
export async function readEvents(
  origin: string,
  headers: Record<string, string> = {},
  { kinds, query = '' }: { kinds?: readonly string[]; query?: string } = {},
) {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const response = await fetch(`${origin}/__admin/events${query}`, {
    headers,
    signal: controller.signal,
  });
  const blocks = blocksOf(response);

  /** The next event, comments left out; `undefined` once the stream has ended. */
  async function next(): Promise<SeenEvent | undefined> {
    for (;;) {
      const { done, value } = await blocks.next();
      if (done) return undefined;
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(value)?.[1];
      const data = field('data');
      if (data === undefined) continue;
      const event = field('event') ?? 'message';
      if (kinds ? !kinds.includes(event) : changes.has(event)) continue;
      return {
        event,
        id: field('id'),
        data: JSON.parse(data) as Record<string, unknown>,
      };
    }
  }

  return {
    response,
    next,
    /** The next so many events. */
    async take(count: number) {
      const events: SeenEvent[] = [];
      while (events.length < count) {
        const event = await next();
        if (!event) throw new Error(`The stream ended after ${events.length} events`);
        events.push(event);
      }
      return events;
    },
    /** Goes away without a word. */
    leave: () => controller.abort(),
  };
}

/** What stands between two empty lines. */
async function* blocksOf(response: Response): AsyncGenerator<string> {
  let rest = '';
  for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
    rest += text;
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
      yield rest.slice(0, end);
      rest = rest.slice(end + 2);
    }
  }
}
