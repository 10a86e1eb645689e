import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Control, ServerInfo } from '../../client.ts';
import type { KnownKeys } from './known-keys.ts';
import type { Connection, Listen } from './live.ts';
import type { Session } from './session.ts';
import type { ChangeView, View } from './view.ts';

/** Tells the person what came of what they did. */
export type Notify = (notice: { kind: 'done' | 'failed'; text: string }) => void;

/** What every part of the page may need. */
export interface Page {
  control: Control;
  connection: Connection;
  listen: Listen;
  /** `undefined` until the server has told. */
  info: ServerInfo | undefined;
  session: Session;
  /** The key that is sent: the typed one, or a stand-in where any will do. `''` when there is none. */
  apiKey: string;
  changeSession(change: { apiKey?: string; token?: string }): void;
  /** What the service says about the key; `''` when it has not complained. */
  keyError: string;
  setKeyError(message: string): void;
  /** What the page knows of keys that the server shows masked. */
  knownKeys: KnownKeys;
  /** How many faults are active, for who does not see them. */
  faultCount: number;
  setFaultCount(count: number): void;
  view: View;
  changeView: ChangeView;
  notify: Notify;
}

export const PageContext = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage() needs a PageContext around it');
  return page;
}
