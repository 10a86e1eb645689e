import type { Decisions } from '../contract/dialect.ts';
import { uuid } from './random.ts';

export interface Ids {
  /** The id at a position, from 0. */
  at(seed: number, position: number): string;
  /** Whether each seed has ids of its own. */
  readonly differBySeed: boolean;
}

export const uuids: Ids = { at: uuid, differBySeed: true };
const integers: Ids = { at: (_seed, position) => String(position + 1), differBySeed: false };

export function idsIn({ idForm }: Pick<Decisions, 'idForm'>): Ids {
  return idForm === 'integer' ? integers : uuids;
}
