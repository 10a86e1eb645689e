import type { ChunkedBody } from '../../operations/response.ts';
import { streamArray } from '../../operations/stream-list.ts';

/**
 * An object whose last empty array has these items, streamed: a journal of a thousand requests with long
 * bodies is 100 MB of JSON, and a page of a thousand pets may be longer than a text can be.
 */
export function streamIn<T>(
  object: object,
  items: readonly T[],
  toJson: (item: T) => string = JSON.stringify,
): Promise<ChunkedBody> {
  const text = JSON.stringify(object);
  const place = text.lastIndexOf('[]') + 1;
  return streamArray(text.slice(0, place), items, text.slice(place), toJson);
}
