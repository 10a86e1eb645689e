import { show } from '../contract/errors.ts';

/** The kinds of objects that are bytes, or give bytes later. */
const binary = /^(?:Blob|File|stream|ReadableStream|DataView|(?:Shared)?ArrayBuffer|\w+\dArray)$/;

/** The kinds of objects that are what they are to JSON, also when they are empty. */
const plain = new Set(['Object', 'String', 'Number', 'Boolean', 'Module', 'Arguments']);

/**
 * The JSON of a body.
 *
 * @throws TypeError that says what in it is no JSON, also where `JSON.stringify` would make `{}` of it.
 */
export function jsonOfBody(body: unknown): string {
  // It knows circles, which must be refused before all else.
  const text = JSON.stringify(body);
  refuseOdd(body, '');
  if (text === undefined) throw new TypeError(`its "body" must be a JSON value, not ${show(body)}`);
  return text;
}

function refuseOdd(value: unknown, name: string): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value) refuseOdd(one, name);
    return;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    const kind = kindOf(value);
    if (kind !== undefined) {
      const where = name === '' ? '' : ` in ${show(name)}`;
      const hint = binary.test(kind) ? ': bytes and streams are for handlers' : '';
      throw new TypeError(
        `its "body" must be a JSON value, not ${withArticle(kind)}${where}${hint}`,
      );
    }
  }
  if ('toJSON' in value) return;
  for (const [key, one] of Object.entries(value)) refuseOdd(one, key);
}

/** What an object is that has no JSON; `undefined` for one that has. */
function kindOf(value: object): string | undefined {
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
  // Node's Buffer would give JSON of its own, a long one.
  if (ArrayBuffer.isView(value)) return kind;
  if ('toJSON' in value) return undefined;
  if ('pipe' in value && typeof value.pipe === 'function') return 'stream';
  return plain.has(kind) || Object.keys(value).length > 0 ? undefined : kind;
}

const withArticle = (kind: string) => `${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind}`;
