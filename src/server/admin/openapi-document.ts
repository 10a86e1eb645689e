import type { Decisions } from '../../contract/dialect.ts';
import type { Json } from '../../contract/openapi-components.ts';
import { createAdminOpenApi } from './openapi.ts';
import { adminRoutes } from './routes/index.ts';

/** Made once, when it is first asked for: it is always the same. */
export const adminOpenApi = createAdminOpenApi(adminRoutes);

/**
 * The document of a dialect: where other fields are kept, pets have them.
 *
 * @param mount The path below which the app is mounted; `''` where it is not.
 */
export function adminOpenApiIn(
  { unknownFields }: Pick<Decisions, 'unknownFields'>,
  mount: string,
): object {
  const servers = [{ url: mount || '/', description: 'The mock' }];
  if (unknownFields !== 'keep') return { ...adminOpenApi, servers };
  const { components } = adminOpenApi as { components: { schemas: Record<string, Json> } };
  const schemas = { ...components.schemas };
  for (const name of ['Pet', 'NewPet', 'FixturePet', 'PetChanges']) {
    schemas[name] = { ...schemas[name], additionalProperties: {} };
  }
  return { ...adminOpenApi, servers, components: { ...components, schemas } };
}
