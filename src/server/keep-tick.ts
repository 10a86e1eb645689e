import { createHook } from 'node:async_hooks';

/** What `process.nextTick` has made once. */
const kept: object[] = [];

/**
 * Keeps one of the objects that `process.nextTick` makes. Where a full collection of garbage finds none,
 * V8 forgets their shape, and makes each from then on in a slow way: 2 µs more for a request, for good.
 */
export function keepTick(): void {
  if (kept.length > 0) return;
  const hook = createHook({ init: (_id, _type, _trigger, tick) => void kept.push(tick) }).enable();
  process.nextTick(() => {});
  hook.disable();
}
