import { maxCounter } from '../contract/input.ts';

/**
 * Random numbers without a state: the n-th number of a stream is a function of the seed, the
 * stream and n. So a snapshot needs only counters, and streams never disturb each other.
 */

/** 32 well-mixed bits (MurmurHash3's finalizer over the inputs; it maps n one to one). */
function bits(seed: number, stream: number, n: number): number {
  return mix(base(seed, stream) ^ n);
}

function base(seed: number, stream: number): number {
  const hash = mix(Math.imul(stream + 1, 0x9e3779b1) ^ (seed >>> 0));
  return mix(hash ^ Math.floor(seed / 2 ** 32));
}

function mix(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The value that `mix` has made another of. */
function unmix(value: number): number {
  let hash = value ^ (value >>> 16);
  // The inverses of the factors above, modulo 2^32.
  hash = Math.imul(hash, 0x7ed1b41d);
  hash = Math.imul(hash ^ (hash >>> 13) ^ (hash >>> 26), 0xa5cb9243);
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

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function pair(word: number, shift: number): string {
  return hex[(word >>> shift) & 0xff]! + hex[(word >>> (shift - 8)) & 0xff]!;
}

/** The n-th id of a seed: a UUID of version 4 (RFC 9562, section 5.4). */
export function uuid(seed: number, n: number): string {
  const a = bits(seed, 0, n);
  const b = (bits(seed, 1, n) & 0xffff0fff) | 0x4000;
  const c = (bits(seed, 2, n) & 0x3fffffff) | 0x80000000;
  const d = bits(seed, 3, n);
  return `${pair(a, 24)}${pair(a, 8)}-${pair(b, 24)}-${pair(b, 8)}-${pair(c, 24)}-${pair(c, 8)}${pair(d, 24)}${pair(d, 8)}`;
}

/** The n of an id of the seed; `undefined` for any other text. */
export function positionOf(seed: number, id: string): number | undefined {
  // The first eight digits: a number ends before a hyphen.
  const n = (unmix(Number.parseInt(id, 16)) ^ base(seed, 0)) >>> 0;
  return uuid(seed, n) === id ? n : undefined;
}
