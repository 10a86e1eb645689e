import { follow } from '../catalog/follow.ts';
import type { Control, ControlEvent, Fault, PetQuery, ServerInfo } from '../client/index.ts';
import {
  makeCollection,
  makeControls,
  memberOf,
  type CollectionName,
} from '../controls/control-table.ts';
import type { PageControl } from '../dashboard/state/source.ts';
import { findItems, itemPageInput, pageInput } from '../catalog/find-items.ts';
import { infoOf } from '../service/info.ts';
import { version } from '../version.ts';
import { serviceOf, type PetCatalog } from '../pet-catalog.ts';

/** How long a page may take to load its data again after a `change` event, in milliseconds. */
const reloadTime = 500;

/**
 * Returns the controls of a catalog in the same page, like the client of a server.
 *
 * @param onChange Called after each control that changes what calls get, except for a fault with
 *   `times`: a page that loads its data again would use it up. For the same reason, faults with `times`
 *   hit no call for half a second after a restore.
 */
export function createLocalControl(catalog: PetCatalog, onChange: () => void): PageControl {
  const service = serviceOf(catalog);
  const { common } = service.catalogs;
  const { pets, ...controls } = makeControls<Control>(({ line }, name) => async (...args) => {
    const outcome = await memberOf(catalog, name)(...args);
    const fault = name === 'faults.update' ? outcome : name === 'faults.add' && args[0];
    const isForNext = fault && (fault as Fault).times !== undefined;
    const isChange = !line.startsWith('GET ') && !name.startsWith('requests.');
    if (name === 'restore') pauseCounted();
    if (isChange && !isForNext) onChange();
    return outcome;
  });

  /** Keeps the calls with which the page loads its data again from using up the restored faults. */
  let resume: ReturnType<typeof setTimeout> | undefined;
  function pauseCounted(): void {
    common.faults.pauseCounted(true);
    clearTimeout(resume);
    resume = setTimeout(() => common.faults.pauseCounted(false), reloadTime);
  }

  return {
    ...controls,
    pets: {
      ...pets,
      async find(query: PetQuery = {}) {
        const { items, total } = findItems(common.store, pageInput.check(query));
        return { pets: items, total };
      },
    },
    collections: { list: async () => common.collections() },
    collection(of: CollectionName) {
      const { store, items } = common.collection(of);
      const members: object = makeCollection(of, ({ line }, name) => async (...args) => {
        const outcome = memberOf(items, name)(...args);
        if (!line.startsWith('GET ')) onChange();
        return outcome;
      });
      const find = async (query: PetQuery = {}) => findItems(store, itemPageInput.check(query));
      return { ...members, find };
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
