import { follow } from '../catalog/follow.ts';
import type { Control, ControlEvent, Fault, PetQuery, ServerInfo } from '../client/index.ts';
import { makeControls, memberOf } from '../controls/control-table.ts';
import type { PageControl } from '../dashboard/state/source.ts';
import { findPets, pageInput } from '../catalog/find-pets.ts';
import { infoOf } from '../service/info.ts';
import { version } from '../version.ts';
import { serviceOf, type PetCatalog } from '../pet-catalog.ts';

/**
 * Returns the controls of a catalog in the same page, like the client of a server.
 *
 * @param onChange Called after each control that changes what calls get, except for a fault with
 *   `times`: a page that loads its data again would use it up.
 */
export function createLocalControl(catalog: PetCatalog, onChange: () => void): PageControl {
  const service = serviceOf(catalog);
  const { common } = service.catalogs;
  const { pets, ...controls } = makeControls<Control>(({ line }, name) => async (...args) => {
    const outcome = await memberOf(catalog, name)(...args);
    const fault = name === 'faults.update' ? outcome : name === 'faults.add' && args[0];
    const isForNext = fault && (fault as Fault).times !== undefined;
    const isChange = !line.startsWith('GET ') && !name.startsWith('requests.');
    if (isChange && !isForNext) onChange();
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
