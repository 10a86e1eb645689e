import { utf8 } from '../request.js';

const names = ['name', 'tag', 'id', '__proto__', 'constructor', 'toString', '', 'x', '\u0000'];
const plain = ['', 'Rex', 'null', '__proto__', '🐕', 'שלום', '\u0000', '\u2028', '\ud800', '%00'];
const harmful = ['<b>Rex</b>', '<!doctype html>', '../../etc/passwd', "'; --", '${x}'];
const texts = [...plain, ...harmful, 'a'.repeat(300), '\r\nX-Injected: 1'];
const numbers = ['0', '-0', '1', '-1', '1e400', '1E-400', '9007199254740993', '0.1', '2147483648'];

/** A JSON value, mostly small; the text may be JSON that is hard to read. */
function anyValue(random, depth) {
  const many = (one) => Array.from({ length: random.below(4) }, one).join();
  const value = () => anyValue(random, depth - 1);
  const member = () => `${JSON.stringify(random.pick(names))}:${value()}`;
  return random.weigh([
    [3, () => JSON.stringify(random.pick(texts))],
    [2, () => random.pick(numbers)],
    [2, () => random.pick(['true', 'false', 'null'])],
    [depth, () => `[${many(value)}]`],
    [depth, () => `{${many(member)}}`],
  ])();
}

/** Texts that are almost JSON, or JSON at its limits. */
const noJson = ['', ' \t\r\n', '\u0000', "{'name':'x'}", '{"name":"x",}', '{"name":"x"}}'];
const odd = [
  ...noJson,
  '{"name":NaN}',
  '\u00ef\u00bb\u00bf{"name":"bom"}',
  '{"name":"\u00ff\u00fe"}',
  '{"name":"\u00ed\u00a0\u0080"}',
  '{"name":"\u00c0\u00af"}',
  '{"name":"x"} {"name":"y"}',
  '{"name":"\\ud800"}',
  '{"name":"\\u12"}',
  '{"name":"a\u0000b"}',
  '{"name":"x","name":"y"}',
  '{"name":"x","__proto__":{"tag":"polluted"}}',
  '{"constructor":{"prototype":{"tag":"x"}},"name":"x"}',
  `{"name":"x","tag":${'9'.repeat(400)}}`,
  '{"name":"x" /* comment */}',
];
const deep = [
  (depth) => '['.repeat(depth),
  (depth) => '['.repeat(depth) + ']'.repeat(depth),
  (depth) => `{"name":"x","deep":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
];

export function anyJson(random) {
  const isDeep = random.chance(0.05);
  if (isDeep) return random.pick(deep)(1 + random.below(700));
  return random.chance(0.4) ? random.pick(odd) : utf8(anyValue(random, 3));
}

/** Bytes with a few of them changed, removed, repeated or added. */
export function mutate(random, text) {
  let bytes = text;
  for (let times = 1 + random.below(3); times > 0; times -= 1) {
    const at = random.below(bytes.length + 1);
    const until = at + random.below(6);
    const middle = bytes.slice(at, until);
    const added = random.pick(['\r', '\n', '\u0000', ' ', ':', '"', '{', '\r\n', '%', ',']);
    const character = String.fromCharCode(random.below(256));
    const instead = random.pick(['', middle + middle, character, added + middle]);
    bytes = bytes.slice(0, at) + instead + bytes.slice(until);
  }
  return bytes;
}

/**
 * JSON that a control or a file takes, with some of it odd: a value, a name, or the text itself.
 */
export function almost(random, value) {
  if (random.chance(0.5)) return utf8(JSON.stringify(value));
  if (random.chance(0.3)) return anyJson(random);
  if (random.chance(0.4)) return mutate(random, utf8(JSON.stringify(value)));
  const replaced = `@${random.below(1e9)}`;
  return utf8(JSON.stringify(replaceOne(random, value, replaced))).replace(`"${replaced}"`, () =>
    utf8(anyValue(random, 2)),
  );
}

/** The value with one of its parts, at any depth, replaced. */
function replaceOne(random, value, by) {
  if (typeof value !== 'object' || value === null || random.chance(0.25)) return by;
  const keys = Object.keys(value);
  if (keys.length === 0) return by;
  const name = random.chance(0.15) ? random.pick(names) : random.pick(keys);
  if (Array.isArray(value)) {
    const index = random.below(value.length);
    return value.with(index, replaceOne(random, value[index], by));
  }
  return Object.fromEntries(
    Object.entries({ ...value, [name]: null }).map(([one, part]) => [
      one,
      one === name ? replaceOne(random, value[name], by) : part,
    ]),
  );
}
