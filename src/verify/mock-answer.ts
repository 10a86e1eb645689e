import type { Dialect } from '../contract/dialect.ts';
import type { FixturePet } from '../contract/pet.ts';
import { pairsOf } from '../operations/headers.ts';
import { createService } from '../operations/service.ts';
import { toAnswer, type SentRequest, type ServiceAnswer } from './send.ts';

/**
 * The mock beside a service: it holds the same pets, and knows the same key.
 *
 * @param basePath What the paths of the requests begin with.
 * @param pets In the order of the service's list.
 */
export function createMock(
  basePath: string,
  pets: readonly FixturePet[],
  apiKey: string | undefined,
  dialect: Dialect | undefined,
) {
  const service = createService({
    baseUrl: basePath === '' ? '/' : basePath,
    // As they are created, so that it lists them as the service does.
    fixtures: dialect?.order === 'newest' ? pets.toReversed() : pets,
    journalSize: 0,
    dialect,
    ...(apiKey !== undefined && { apiKeys: [apiKey] }),
  });
  const encoder = new TextEncoder();
  return {
    async ask({ method, path: target, headers, body = '' }: SentRequest): Promise<ServiceAnswer> {
      const [path = '', query = ''] = target.split(/\?(.*)/s);
      const route = service.matchRoute(path);
      if (!route) {
        const notFound = encoder.encode('{"error":"Not found"}');
        return toAnswer(404, { 'content-type': 'application/json; charset=utf-8' }, notFound);
      }
      const bytes = typeof body === 'string' ? encoder.encode(body) : body;
      const response = await service.handle(
        {
          method,
          path,
          query,
          headers: toHeaders(headers),
          rawHeaders: [],
          readBody: async (limit) => (bytes.byteLength > limit ? undefined : bytes),
        },
        route,
      );
      const sent = [...(response.body ?? '')].join('');
      return toAnswer(
        response.status,
        Object.fromEntries(pairsOf(response.headers)),
        encoder.encode(sent),
      );
    },
    /** What was created is gone. */
    reset: () => service.catalogs.common.reset(),
  };
}

/** Trimmed, as HTTP does (RFC 9110, section 5.5). */
function toHeaders(sent: SentRequest['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name.toLowerCase(),
      value.replaceAll(/^[\t ]+|[\t ]+$/g, ''),
    ]),
  );
}
