import { createControl } from '../client.ts';
import { mount } from './mount.tsx';
import { createSocketFetch } from './state/socket-fetch.ts';
import type { Who } from './state/source.ts';

const fetch = createSocketFetch();
const control = (who: Who) =>
  createControl({ url: location.origin + location.pathname, fetch, ...who });

mount(document.getElementById('app')!, {
  title: 'Pet Catalog Mock',
  origin: location.origin,
  serviceOrigin: location.origin,
  start: 'Back to how the server started',
  control,
  catalogs: (who) => control(who).catalogs.list(),
});
