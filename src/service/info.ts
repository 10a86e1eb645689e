import type { Catalog } from '../catalog/catalog.ts';
import { dialectOf } from '../contract/dialect.ts';
import { fields, mayOmit } from '../contract/pet.ts';
import type { Service } from './service.ts';

/** @param mount The path below which the app is mounted; `''` where it is not. */
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
    petFields: fields.map(([name, field]) => ({
      name,
      type: field.schema.type === 'picklist' ? 'string' : field.schema.type,
      isRequired: !mayOmit(field),
      description: field.description,
    })),
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
