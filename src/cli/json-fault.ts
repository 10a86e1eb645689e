const blank = /[ \t\r\n]*/y;
const string = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y;

/**
 * Says where a text stops being JSON and what should be there, as `line 3, column 14: expected a
 * value, not "}"`; `undefined` for JSON (RFC 8259). JSON.parse gives no place for most mistakes,
 * and quotes what is around them, which may be a token.
 */
export function findJsonFault(text: string): string | undefined {
  const open: ('[' | '{')[] = [];
  let expected = 'a value';
  let at = 0;

  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const afterValue = () => {
    const inside = open.at(-1);
    expected = inside === '[' ? '"," or "]"' : inside === '{' ? '"," or "}"' : 'the end';
  };

  for (;;) {
    take(blank);
    const next = text[at];
    if (next === undefined && expected === 'the end') return undefined;
    if (expected === 'a value' || expected === 'a value or "]"') {
      if (next === '[' || next === '{') {
        at++;
        open.push(next);
        expected = next === '[' ? 'a value or "]"' : 'a key or "}"';
        continue;
      }
      if (take(string) || take(scalar)) {
        afterValue();
        continue;
      }
    } else if (expected === 'a key' || expected === 'a key or "}"') {
      if (take(string)) {
        expected = '":"';
        continue;
      }
    } else if (expected === '":"' && next === ':') {
      at++;
      expected = 'a value';
      continue;
    } else if (expected.startsWith('","') && next === ',') {
      at++;
      expected = open.at(-1) === '[' ? 'a value' : 'a key';
      continue;
    }
    if (next !== undefined && expected.endsWith(`or "${next}"`)) {
      at++;
      open.pop();
      afterValue();
      continue;
    }
    return `${placeOf(text, at)}: expected ${expected}, not ${nameOf(next)}`;
  }
}

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at).split('\n');
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`;
}

/** One character tells enough, and nothing that is secret. */
function nameOf(character: string | undefined): string {
  if (character === undefined) return 'the end of the file';
  return JSON.stringify(character);
}
