import { OptionError } from '../contract/errors.ts';
import type { Service } from './service.ts';

const internals = Symbol('internals');

/** Gives a catalog the service behind it. */
export function withService<Catalog extends object>(catalog: Catalog, service: Service): Catalog {
  return Object.defineProperty(catalog, internals, { value: service });
}

/** The service behind a catalog, for the hosts of this package. */
export function serviceOf(catalog: object): Service {
  const service = (catalog as { [internals]?: Service } | undefined | null)?.[internals];
  if (!service) {
    const expected = 'one that createPetCatalog() gave';
    const explain = () => `The catalog must be ${expected}`;
    throw new OptionError({ option: 'catalog', value: catalog, expected, explain });
  }
  return service;
}
