import type { Decisions } from '../contract/dialect.ts';
import { uuid } from './random.ts';

export type Ids = typeof uuids;

export const uuids = { at: uuid, differBySeed: true };
const integers: Ids = { at: (_seed, position) => String(position + 1), differBySeed: false };

export function idsIn({ idForm }: Pick<Decisions, 'idForm'>): Ids {
  return idForm === 'integer' ? integers : uuids;
}
