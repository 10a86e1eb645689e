import { createCatalogs } from '../catalog/catalogs.ts';
import { resolveCatalogOptions, type PetCatalogOptions } from '../catalog/options.ts';
import { createService, type Service } from './service.ts';

/**
 * The service over catalogs of its own.
 *
 * @param onProgress Told how many pets have been seeded.
 * @throws OptionError that names the option, the value and what is expected.
 */
export function createCore(
  options: PetCatalogOptions,
  onProgress?: (made: number, of: number) => void,
): Service {
  const settings = resolveCatalogOptions(options);
  return createService(settings, createCatalogs(settings, onProgress));
}
