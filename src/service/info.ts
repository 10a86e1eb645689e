import type { Catalog } from '../catalog/catalog.ts';
import { dialectOf } from '../contract/dialect.ts';
import type { PetField } from '../contract/pet-fields.ts';
import type { Service } from './service.ts';

/** @param mount The path below which the app is mounted; `''` if it is not mounted. */
export function infoOf(
  { operations, settings, problems }: Service,
  catalog: Catalog,
  mount: string,
) {
  return {
    basePath: mount + settings.baseUrl.path,
    isolate: settings.isolate,
    keysRequired: settings.apiKeys !== undefined,
    operations: operations.all.map(({ name, method, path, summary = '' }) => ({
      name,
      method,
      path,
      summary,
    })),
    petFields: settings.model.fields.map(({ name, schema, isRequired, description = '' }) => ({
      name,
      type: typeOf(schema),
      isRequired,
      description,
    })),
    collections: catalog.collections(),
    dialect: dialectOf(settings.dialect),
    maxPets: settings.maxPets,
    maxBodyBytes: settings.maxBodyBytes,
    journalSize: settings.journalSize,
    seed: settings.seed,
    problems: [...problems],
    catalog: catalog.number,
    ...catalog.state(),
  };
}

/** Returns the JSON type of a field, such as `string`; `any` if its schema does not say. */
function typeOf(schema: PetField['schema']): string {
  const json = schema['~standard'].jsonSchema?.input({
    target: 'draft-2020-12',
    libraryOptions: { unrepresentable: 'any' },
  });
  // A schema of valibot has its type as a member.
  const { wrapped = schema } = schema as { wrapped?: object };
  const { type } = json ?? (wrapped as { type?: unknown });
  return typeof type === 'string' && jsonTypes.has(type) ? type : 'any';
}

const jsonTypes: ReadonlySet<string> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
]);
