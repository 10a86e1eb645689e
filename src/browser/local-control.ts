import { follow } from '../catalog/follow.ts';
import type { ControlEvent, Fault, PetQuery, ServerInfo } from '../client.ts';
import { mapMembers } from '../contract/map-values.ts';
import type { PageControl } from '../dashboard/state/source.ts';
import { findPets, pageInput } from '../catalog/find-pets.ts';
import { infoOf } from '../service/info.ts';
import { version } from '../version.ts';
import { serviceOf, type PetCatalog } from '../pet-catalog.ts';

/** What changes nothing that a call gets. */
const isNoChange = /^requests\.|\b(?:get|list|count|current|snapshot)$/;

/**
 * The controls of a catalog in the same page, as a server's client has them.
 *
 * @param onChange Told after each control that changes what a call gets, but for a fault that a call uses up.
 */
export function createLocalControl(catalog: PetCatalog, onChange: () => void): PageControl {
  const service = serviceOf(catalog);
  const { common } = service.catalogs;
  const { handlers: _handlers, ...members } = catalog;
  const { pets, ...controls } = mapMembers(members, (member, name) => async (...args) => {
    const outcome = await member(...args);
    const fault = name === 'faults.update' ? outcome : name === 'faults.add' && args[0];
    // A page that loads its data anew would use it up.
    const isForNext = fault && (fault as Fault).times !== undefined;
    if (!isNoChange.test(name) && !isForNext) onChange();
    return outcome;
  });
  return {
    ...controls,
    pets: {
      ...pets,
      find: async (query: PetQuery = {}) => findPets(common.store, pageInput.check(query)),
    },
    info: () => Promise.resolve({ version, ...infoOf(service, common, '') } as ServerInfo),
    subscribe(listener: (event: ControlEvent) => void) {
      const forget = follow(common, (type, data) => {
        const isRequest = type === 'request' || type === 'waiting';
        const told = isRequest ? { entry: structuredClone(data), eventId: '' } : data;
        listener({ type, ...told } as ControlEvent);
      });
      queueMicrotask(() => listener({ type: 'open' }));
      return forget;
    },
  } as unknown as PageControl;
}
