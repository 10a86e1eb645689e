import { EventSourceParserStream } from 'eventsource-parser/stream';
import { onTestFinished } from 'vitest';

export interface SeenEvent {
  event: string;
  id: string | undefined;
  data: Record<string, unknown>;
}

const changes = new Set(['pets', 'faults', 'state']);

interface EventsOptions {
  headers?: Record<string, string>;
  query?: string;
  /** By default, those of requests and what happens to them all. */
  kinds?: readonly string[];
}

/** Opens an event stream; it is left when the test is over. */
export async function readEvents(
  origin: string,
  { headers = {}, query = '', kinds }: EventsOptions = {},
) {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const response = await fetch(`${origin}/__admin/events${query}`, {
    headers,
    signal: controller.signal,
  });
  const messages = response
    .body!.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .values();

  /** The next event; `undefined` once the stream has ended. */
  async function next(): Promise<SeenEvent | undefined> {
    for (;;) {
      const { done, value } = await messages.next();
      if (done) return undefined;
      const { event = '', id, data } = value;
      if (kinds ? !kinds.includes(event) : changes.has(event)) continue;
      return { event, id, data: JSON.parse(data) as Record<string, unknown> };
    }
  }

  return {
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
