import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { createPetCatalog } from '../../src/index.ts';
import { toAnswer, type Host, type Sent } from './answer.ts';

const origin = 'https://pets.example';

export function toRequest({ method, path, headers, body }: Sent): Request {
  return new Request(origin + path, {
    method,
    headers,
    ...(body !== undefined && { body: body as BodyInit }),
  });
}

/** The catalog alone: no network, and no msw in between. */
export const catalogFetch: Host = {
  name: 'catalog.fetch',
  isHttp: false,
  async open(options) {
    const catalog = createPetCatalog(options);
    return {
      catalog,
      async send(sent) {
        const response = await catalog.fetch(toRequest(sent));
        return response && toAnswer(response);
      },
      async close() {},
    };
  },
};

/** The handlers in a suite: msw stands before this process's own `fetch`. */
export const setupServerFetch: Host = {
  name: 'setupServer and fetch',
  isHttp: false,
  async open(options) {
    const catalog = createPetCatalog(options);
    const next = 'x-left-alone';
    const server = setupServer(
      ...catalog.handlers,
      http.all(
        () => true,
        () => new HttpResponse(null, { headers: { [next]: 'yes' } }),
      ),
    );
    server.listen({ onUnhandledRequest: 'error' });
    return {
      catalog,
      async send({ path, ...sent }) {
        const response = await fetch(origin + path, sent as RequestInit);
        return response.headers.has(next) ? undefined : toAnswer(response);
      },
      async close() {
        server.close();
      },
    };
  },
};
