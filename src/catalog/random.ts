import { maxCounter } from '../contract/input.ts';
import type { Decisions } from '../contract/dialect.ts';

/**
 * Random numbers without a state: the n-th number of a stream is a function of the seed, the
 * stream and n. So a snapshot needs only counters, and streams never disturb each other.
 */

/** 32 well-mixed bits (MurmurHash3's finalizer over the inputs; it maps n one to one). */
function bits(seed: number, stream: number, n: number): number {
  const hash = mix(Math.imul(stream + 1, 0x9e3779b1) ^ (seed >>> 0));
  return mix(mix(hash ^ Math.floor(seed / 2 ** 32)) ^ n);
}

function mix(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The position after another: after the last, a counter begins again. */
export function following(n: number): number {
  return n < maxCounter ? n + 1 : 0;
}

/** The n-th number of a stream, evenly from 0 (included) to 1 (excluded). */
export function random(seed: number, stream: number, n: number): number {
  return bits(seed, stream, n) / 2 ** 32;
}

/** Returns the seed of a collection's ids and items: another one for each name. Pets have the catalog's own. */
export function seedFor(name: string, seed: number): number {
  if (name === 'pets') return seed;
  let hash = bits(seed, 0, 0);
  for (const character of name) hash = mix(hash ^ character.charCodeAt(0));
  return hash;
}

const hyphen = 0x2d;
const digits = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/** The n-th id of a seed: a UUID of version 4 (RFC 9562, section 5.4). */
export function uuid(seed: number, n: number): string {
  const words = [
    bits(seed, 0, n),
    // The version, 4.
    (bits(seed, 1, n) & 0xffff0fff) | 0x4000,
    // The variant, binary 10.
    (bits(seed, 2, n) & 0x3fffffff) | 0x80000000,
    bits(seed, 3, n),
  ];
  const codes: number[] = [];
  for (let digit = 0; digit < 32; digit++) {
    if (digit === 8 || digit === 12 || digit === 16 || digit === 20) codes.push(hyphen);
    codes.push(digits[(words[digit >>> 3]! >>> (28 - 4 * (digit & 7))) & 0xf]!);
  }
  // V8 keeps the parts of a text that is joined with +, which take four times the memory.
  return String.fromCharCode(...codes);
}

export type Ids = typeof uuids;

export const uuids = { at: uuid, differBySeed: true };
const integers: Ids = { at: (_seed, position) => String(position + 1), differBySeed: false };

export function idsIn({ idForm }: Pick<Decisions, 'idForm'>): Ids {
  return idForm === 'integer' ? integers : uuids;
}
