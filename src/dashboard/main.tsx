import { createControl } from '../client/index.ts';
import { mount } from './app.tsx';
import { createSocketFetch } from './state/socket-fetch.ts';

const fetch = createSocketFetch();

mount(document.getElementById('app')!, {
  isServer: true,
  origin: location.origin,
  ask: async (token, method, path) => {
    const headers: HeadersInit = token === '' ? {} : { Authorization: `Bearer ${token}` };
    const response = await fetch(new URL(`__admin${path}`, location.href), { method, headers });
    return response.ok && response.status !== 204 ? response.json() : undefined;
  },
  control: (token, of) =>
    createControl({ url: location.origin + location.pathname, fetch, token, ...of }),
});
