import { show } from '../contract/errors.ts';

/** The kinds of objects that are what they are to JSON, also when they are empty. */
const plain = /^\[object (?:Object|Array|String|Number|Boolean|Module|Arguments)\]$/;

/**
 * The JSON of a body.
 *
 * @throws TypeError for what is no JSON, also where `JSON.stringify` would make `{}` of it.
 */
export function jsonOfBody(body: unknown): string {
  const text = ArrayBuffer.isView(body) ? undefined : JSON.stringify(body, refuseOdd);
  if (text === undefined) throw new TypeError(`its "body" must be a JSON value, not ${show(body)}`);
  return text;
}

function refuseOdd(_name: string, value: unknown): unknown {
  const kind = Object.prototype.toString.call(value);
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  if (!isEmpty || plain.test(kind)) return value;
  throw new TypeError(`its "body" must be a JSON value, not ${kind}`);
}
