import type { PetCatalogOptions } from '../catalog/options.ts';
import { createService, type Service } from '../service/service.ts';
import { version } from '../version.ts';

const place = Symbol.for('pet-catalog-mock/vite');

/**
 * The service of a project. A server that Vite starts again loads its config, and perhaps this module,
 * anew: its successor gets the same service when the options are the same, as Vite closes a server only
 * once the next is there (decisions/vite-state.md).
 *
 * @returns The service, and a function that gives it back: with the last, its catalogs go.
 */
export function keepService(root: string, options: PetCatalogOptions) {
  // With how many servers have it.
  const held = globalThis as { [place]?: Map<string, { service: Service; users: number }> };
  const all = (held[place] ??= new Map());
  const { operations, fields = {}, collections = [], ...others } = options;
  const names = [...Object.keys(fields), ...collections.map(({ name }) => name)];
  const key = JSON.stringify([version, root, Object.entries(others).sort(), names]);
  const before = all.get(key);
  // They are code, which may be other code now.
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
