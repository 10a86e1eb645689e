import type { PetCatalogOptions } from '../catalog/options.ts';
import { createService, type Service } from '../service/service.ts';
import { version } from '../version.ts';

const place = Symbol.for('pet-catalog-mock/vite');

/**
 * Returns the service of a project. When Vite restarts its server, the next server gets the same service if
 * the options are the same: Vite closes the old server after the next has started.
 *
 * @returns The service, and a function that gives it back. The catalogs go with its last user.
 */
export function keepService(root: string, options: PetCatalogOptions) {
  // Each with the number of servers that use it.
  const held = globalThis as { [place]?: Map<string, { service: Service; users: number }> };
  const all = (held[place] ??= new Map());
  const { operations, fields = {}, collections = [], ...others } = options;
  const names = [...Object.keys(fields), ...collections.map(({ name }) => name)];
  const key = JSON.stringify([version, root, Object.entries(others).sort(), names]);
  const before = all.get(key);
  // The code of the operations may have changed.
  before?.service.replace({ operations });
  const kept = before ?? { service: createService(options), users: 0 };
  kept.users++;
  all.set(key, kept);
  const { service } = kept;
  return {
    service,
    release() {
      if (--kept.users > 0) return;
      all.delete(key);
      service.endHangs();
      service.catalogs.dispose();
    },
  };
}
