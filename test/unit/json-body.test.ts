import { expect, test } from 'vitest';
import { jsonOfBody } from '../../src/operations/json-body.ts';

class Pipe {
  pipe = 'brass';
}
class Told {
  hidden = new Map();
  toJSON() {
    return 'told';
  }
}

test.each([
  ['null', { owner: null, owners: [null] }, '{"owner":null,"owners":[null]}'],
  ['a field that is called pipe', { part: new Pipe() }, '{"part":{"pipe":"brass"}}'],
  ['what says itself what it is in JSON', { at: new Told() }, '{"at":"told"}'],
  [
    'an object around a value',
    [new String('x'), new Number(7), new Boolean(false)],
    '["x",7,false]',
  ],
  ['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
])('%s is JSON', (_what, body, json) => {
  expect(jsonOfBody(body)).toBe(json);
});

test.each([
  ['a Map', { owners: new Map() }, /not a Map in "owners"$/],
  ['a SharedArrayBuffer', new SharedArrayBuffer(1), /not a SharedArrayBuffer: bytes/],
  ['a DataView', new DataView(new ArrayBuffer(1)), /not a DataView: bytes/],
  ['an Int8Array', { sound: new Int8Array(1) }, /not an Int8Array in "sound": bytes/],
  ['a File', new File(['x'], 'x.txt'), /not a File: bytes/],
  ['a stream of Node', { file: { pipe() {} } }, undefined],
  ['a function', () => {}, 'not a function'],
])('%s is refused, or left out as JSON does', (_what, body, words) => {
  if (words === undefined) expect(jsonOfBody(body)).toBe('{"file":{}}');
  else expect(() => jsonOfBody(body)).toThrow(words);
});
