import type { PetCatalogOptions } from '../catalog/options.ts';
import { createService, type Service } from '../service/service.ts';
import { version } from '../version.ts';

const place = Symbol.for('pet-catalog-mock/vite');

/**
 * Returns the service of a project, and a function that releases it. When Vite starts its server again,
 * it loads the config, and perhaps this module, a second time. The new server gets the same service if
 * the options are the same, because Vite closes the old server after that (decisions/tools.md). The
 * last release disposes of the catalogs.
 */
export function keepService(root: string, options: PetCatalogOptions) {
  // `users` counts the servers that have it.
  const held = globalThis as { [place]?: Map<string, { service: Service; users: number }> };
  const all = (held[place] ??= new Map());
  const { operations, fields = {}, collections = [], ...others } = options;
  const names = [...Object.keys(fields), ...collections.map(({ name }) => name)];
  const key = JSON.stringify([version, root, Object.entries(others).sort(), names]);
  const before = all.get(key);
  // Operations are code, which may have changed.
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
