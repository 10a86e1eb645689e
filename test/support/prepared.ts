import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';

/**
 * Waits for what the run makes once for all test files (`set-up.ts`).
 *
 * @param thing `dist`; `tarball`; `project`, which has that installed; `examples/<name>`, a copy with
 * it installed; or a folder, for the packages that it has for itself.
 * @returns Its path.
 * @throws Error with what went wrong.
 */
export async function prepared(thing: string): Promise<string> {
  // `fetch` gives up after five minutes. A kept connection may be closed just when it is used again.
  const request = get(new URL(thing, inject('preparer')), { agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(answer);
  return answer;
}
