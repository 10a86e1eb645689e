import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { jsonOfBody } from '../../src/service/response.ts';

class Told {
  hidden = new Map();
  toJSON() {
    return 'told';
  }
}

test.each([
  ['null', { owner: null, owners: [null] }, '{"owner":null,"owners":[null]}'],
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
  ['a Map', { owners: new Map() }, 'not [object Map]'],
  ['an ArrayBuffer', new ArrayBuffer(1), 'not [object ArrayBuffer]'],
  ['a Buffer', { data: Buffer.from('x') }, 'not [object Uint8Array]'],
  ['a stream', Readable.from(['x']), 'not a stream'],
  ['a File', new File(['x'], 'x.txt'), 'not [object File]'],
  ['a function', () => {}, 'not a function'],
])('%s is refused', (_what, body, words) => {
  expect(() => jsonOfBody(body)).toThrow(words);
});
