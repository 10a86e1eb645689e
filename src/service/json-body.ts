import { show } from '../contract/errors.ts';

/** The kinds of objects that are what they are to JSON, also when they are empty. */
const plain = /^\[object (?:Object|Array|String|Number|Boolean|Module|Arguments)\]$/;

/** @throws TypeError if a value is not JSON, even if `JSON.stringify` would turn it into `{}`. */
export function jsonOfBody(body: unknown): string {
  const text = JSON.stringify(body, refuseOdd);
  if (text === undefined) throw new TypeError(`its "body" must be a JSON value, not ${show(body)}`);
  return text;
}

/** Called with what holds the value, in which it is as it was before its `toJSON`. */
function refuseOdd(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  const given = this[name];
  const isStream = typeof (given as { pipe?: unknown } | null | undefined)?.pipe === 'function';
  const kind = isStream ? 'a stream' : Object.prototype.toString.call(given);
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  if (!isStream && !ArrayBuffer.isView(given) && (!isEmpty || plain.test(kind))) return value;
  throw new TypeError(`its "body" must be a JSON value, not ${kind}`);
}
