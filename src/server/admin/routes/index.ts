import type { AdminRoute } from '../route.ts';
import { collectionRoutes } from './collections.ts';
import { faultRoutes } from './faults.ts';
import { petRoutes } from './pets.ts';
import { requestRoutes } from './requests.ts';
import { serverRoutes } from './server.ts';
import { stateRoutes } from './state.ts';

/** All routes of the control plane. The OpenAPI document and the MCP tools are made from them. */
export const adminRoutes: readonly AdminRoute[] = [
  ...serverRoutes,
  ...stateRoutes,
  ...petRoutes,
  ...collectionRoutes,
  ...requestRoutes,
  ...faultRoutes,
];
