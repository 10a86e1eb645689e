import { useMemo } from 'preact/hooks';

/** Longer texts are shown plain: each coloured value is an element, and thousands are slow. */
const mostColoured = 32 * 1024;

const token =
  /(?<signs>[\s,:[\]{}]+)|(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE+-]*)|(?<literal>true|false|null)/gsy;

/** A text, coloured as far as it is a JSON object or array: it may be truncated, or be none at all. */
export function Json({ text }: { text: string }) {
  return <>{useMemo(() => colour(text), [text])}</>;
}

function colour(text: string) {
  if (!/^\s*[[{]/.test(text) || text.length > mostColoured) return text;
  const parts = [];
  let end = 0;
  for (const { 0: part, groups = {} } of text.matchAll(token)) {
    end += part.length;
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    parts.push(kind === 'signs' ? part : <span class={`json-${kind}`}>{part}</span>);
  }
  return [...parts, text.slice(end)];
}

/** A JSON text with an indent; all else of it, numbers too, is as it was. What is none stays as it is. */
export function indent(text: string): string {
  if (parse(text) === undefined) return text;
  let depth = 0;
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|[[{\]},:]|\s+/g, (part) => {
    const line = (by: number) => `\n${'  '.repeat((depth += by))}`;
    if (part === '{' || part === '[') return part + line(1);
    if (part === '}' || part === ']') return line(-1) + part;
    if (part === ',') return part + line(0);
    if (part === ':') return ': ';
    return part.trim() === '' ? '' : part.startsWith('"') ? part : part.replaceAll(/\s/g, '');
  });
}

/** The value of a JSON text; `undefined` when it is none. */
export function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
