import { createAdminOpenApi } from './openapi.ts';
import { adminRoutes } from './routes.ts';

/** Made once, when it is first asked for: it is always the same, and takes a tenth of a second. */
export const adminOpenApi = createAdminOpenApi(adminRoutes);
