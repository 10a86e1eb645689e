import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { parseJson } from '../../contract/values.ts';

const token =
  /(?<sign>[[{]\s*[}\]]|[[\]{},:]|\s+)|(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE+-]*)|(?<literal>true|false|null)/gsy;

/** Objects and arrays this deep can be folded. */
const foldDepth = 2;

/** A text. JSON, or the beginning of an object or array, is indented, coloured and folded. */
export function Json({ text, isCut }: { text: string; isCut: boolean }) {
  const isJson = isCut ? /^\s*[[{]/.test(text) : parseJson(text) !== undefined;
  return <>{useMemo(() => (isJson ? layOut(text) : text), [text])}</>;
}

function layOut(text: string): ComponentChildren[] {
  let end = 0;
  const open: { sign: string; parts: ComponentChildren[] }[] = [{ sign: '', parts: [] }];
  const line = (depth: number) => `\n${'  '.repeat(Math.max(0, depth))}`;
  const close = (sign: string) => {
    const { sign: start, parts } = open.pop()!;
    const depth = open.length;
    const whole = [...parts, line(depth - 1)];
    open
      .at(-1)!
      .parts.push(depth >= foldDepth ? <Fold start={start}>{whole}</Fold> : [start, whole], sign);
  };
  for (const { 0: part, groups = {} } of text.matchAll(token)) {
    end += part.length;
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    const { parts } = open.at(-1)!;
    if (kind !== 'sign') parts.push(<span class={`json-${kind}`}>{part}</span>);
    else if (part === '{' || part === '[') open.push({ sign: part, parts: [line(open.length)] });
    else if ((part === '}' || part === ']') && open.length > 1) close(part);
    else if (part === ',') parts.push(part + line(open.length - 1));
    else parts.push(part === ':' ? ': ' : part.replaceAll(/\s/g, ''));
  }
  open.at(-1)!.parts.push(text.slice(end));
  while (open.length > 1) close('');
  return open[0]!.parts;
}

/** An object or array that a click on its bracket folds. The keyboard skips it. */
function Fold({ start, children }: { start: string; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <span class="fold" title={isOpen ? 'Fold' : 'Unfold'} onClick={() => setOpen(!isOpen)}>
        {isOpen ? start : `${start} … `}
      </span>
      {isOpen && children}
    </>
  );
}
