import { createControl } from '../client/index.ts';
import { mount } from './app.tsx';
import { createSocketFetch } from './state/socket-fetch.ts';

const fetch = createSocketFetch();

mount(document.getElementById('app')!, {
  isServer: true,
  origin: location.origin,
  control: (token, of) =>
    createControl({ url: location.origin + location.pathname, fetch, token, ...of }),
});
