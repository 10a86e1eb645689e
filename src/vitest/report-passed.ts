import { closestPath } from '../catalog/explain.ts';
import { shorten } from '../contract/text.ts';
import { serviceOf, type PetCatalog } from '../pet-catalog.ts';
import type { PassedRequest } from './network.ts';

const mostShown = 5;

/** Names the clients that msw does not reach, for a test without any request in the journal. */
export const clientsThatPass = [
  'If the test sends requests, msw does not see them:',
  '  A client that keeps the fetch it finds, as openapi-fetch does, was created before the interception began.',
  '    Add "pet-catalog-mock/vitest/setup" to "setupFiles", or give it fetch: (request) => fetch(request).',
  "  npm's own undici is never intercepted: use the global fetch.",
].join('\n');

/** Names the requests that went past the mock, with the closest path of an operation. */
export function reportPassed(catalog: PetCatalog, passed: readonly PassedRequest[]): string {
  const { settings, operations } = serviceOf(catalog);
  const { origin, path } = settings.baseUrl;
  const templates = operations.all.map((operation) => path + operation.path);
  const lines = passed.slice(-mostShown).map(({ method, url }) => {
    const closest = closestPath(new URL(url).pathname, templates);
    const hint = closest === undefined ? '' : `: the closest path is ${closest}`;
    return `  ${method} ${shorten(url, 200)}${hint}`;
  });
  const more = passed.length > lines.length ? `, of ${passed.length} the last` : '';
  const head = `Requests that went past the mock${more}, which answers ${origin ?? '*'}${path} (the option "baseUrl"):`;
  return [head, ...lines].join('\n');
}
