import { createControl } from '../client.ts';
import { mount } from './app.tsx';
import { createSocketFetch } from './state/socket-fetch.ts';
import type { Who } from './state/source.ts';

const fetch = createSocketFetch();
const control = (who: Who) =>
  createControl({ url: location.origin + location.pathname, fetch, ...who });

mount(document.getElementById('app')!, {
  isServer: true,
  origin: location.origin,
  control,
  catalogs: (who) => control(who).catalogs.list(),
});
