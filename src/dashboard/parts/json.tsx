import { useMemo } from 'preact/hooks';
import { parseJson } from '../../contract/parse-json.ts';

const token =
  /(?<sign>[[{]\s*[}\]]|[[\]{},:]|\s+)|(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE+-]*)|(?<literal>true|false|null)/gsy;

/** A text, with an indent and in colours where it is JSON, or the beginning of such an object or array. */
export function Json({ text, isCut }: { text: string; isCut: boolean }) {
  const isJson = isCut ? /^\s*[[{]/.test(text) : parseJson(text) !== undefined;
  return <>{useMemo(() => (isJson ? layOut(text) : text), [text])}</>;
}

function layOut(text: string) {
  let [end, depth] = [0, 0];
  const line = (by: number) => `\n${'  '.repeat(Math.max(0, (depth += by)))}`;
  const parts = [...text.matchAll(token)].map(({ 0: part, groups = {} }) => {
    end += part.length;
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    if (kind !== 'sign') return <span class={`json-${kind}`}>{part}</span>;
    if (part === '{' || part === '[') return part + line(1);
    if (part === '}' || part === ']') return line(-1) + part;
    if (part === ',') return part + line(0);
    return part === ':' ? ': ' : part.replaceAll(/\s/g, '');
  });
  return [...parts, text.slice(end)];
}
