import { useMemo } from 'preact/hooks';

const token =
  /(?<sign>[[{]\s*[}\]]|[[\]{},:]|\s+)|(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE+-]*)|(?<literal>true|false|null)/gsy;

/** A text, with an indent and in colours as far as it is a JSON object or array: it may be truncated. */
export function Json({ text }: { text: string }) {
  return <>{useMemo(() => layOut(text), [text])}</>;
}

function layOut(text: string) {
  if (!/^\s*[[{]/.test(text)) return text;
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

/** The value of a JSON text; `undefined` when it is none. */
export function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
