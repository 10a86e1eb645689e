import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Control, ServerInfo } from '../../client.ts';
import type { useLive } from './live.ts';
import type { useNotices } from './notices.ts';
import type { useSession } from './session.ts';
import type { useView } from './view.ts';

type Shared = ReturnType<typeof useLive> &
  ReturnType<typeof useNotices> &
  ReturnType<typeof useSession> &
  ReturnType<typeof useView>;

/** What every part of the page may need. */
export interface Page extends Shared {
  /** Of the catalog that is shown. */
  control: Control;
  /** With a catalog for each key: of none, so that a reset is of all. */
  plain: Control;
  /** `undefined` until it is read. */
  info: ServerInfo | undefined;
  /** The key that is sent: the typed one, or a stand-in where any will do. `''` when there is none. */
  apiKey: string;
  /** What the service says is wrong with the key; `''` when nothing is. */
  keyError: string;
  setKeyError(message: string): void;
  /** What the catalog that is shown is at; `undefined` until it is read. */
  state: ServerInfo | undefined;
  /** The keys of the page's own requests, by their ids: the server redacts them. */
  requestKeys: Map<string, string>;
  /** How many faults are active, for the tab that hides them. */
  faultCount: number;
  setFaultCount(count: number): void;
  /** The id of a pet that the list is to show and to focus; `''` when it has done so. */
  pointedPet: string;
  setPointedPet(id: string): void;
}

export const PageContext = createContext<Page | undefined>(undefined);

/** Only within a `PageContext`. */
export const usePage = (): Page => useContext(PageContext)!;
