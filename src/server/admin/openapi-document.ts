import { createAdminOpenApi } from './openapi.ts';
import { adminRoutes } from './routes/index.ts';

/** Made once, when it is first asked for: it is always the same. */
export const adminOpenApi = createAdminOpenApi(adminRoutes);
