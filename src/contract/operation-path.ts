import { show } from './errors.ts';

const param = /^\{[A-Za-z_]\w*\}$/;
/** What a literal segment must not have: all but unreserved characters and sub-delimiters (RFC 3986, 3.3). */
const odd = /[^\w\-.~!$&'()*+,;=:@]/u;

/** What is wrong with the path of an operation; `undefined` when nothing is. */
export function pathProblem(path: string): string | undefined {
  if (!path.startsWith('/')) {
    return `"path" must begin with a slash, as "/pets/{petId}" does, not ${show(path)}`;
  }
  for (const segment of path.slice(1).split('/')) {
    const problem = segmentProblem(segment, path);
    if (problem !== undefined) return `"path" must ${problem}`;
  }
  const names = paramsOf(path);
  // As the name of a member, that one would be lost.
  if (names.includes('__proto__')) return '"path" must not have {__proto__}';
  const twin = names.find((name, position) => names.indexOf(name) !== position);
  return twin && `"path" must not have {${twin}} twice, as ${path} has`;
}

function segmentProblem(segment: string, path: string): string | undefined {
  if (param.test(segment)) return undefined;
  if (segment === '') return `not have an empty segment, as ${show(path)} has`;
  if (/^\.{1,2}$/.test(segment)) return `not have the segment ${show(segment)}`;
  const [, colon] = /^:(\w+)/.exec(segment) ?? [];
  if (colon !== undefined) return `have {${colon}} in place of :${colon}`;
  if (segment.includes('*')) {
    return `have a parameter such as {name}, of one segment, in place of ${show(segment)}: there are no wildcards`;
  }
  if (/[{}]/.test(segment)) {
    return `have a literal or a {param} of letters, digits and "_" in place of ${show(segment)}`;
  }
  const [character] = odd.exec(segment) ?? [];
  return character && `not have ${show(character)} in ${show(segment)}`;
}

/** The names of the parameters in a path, in order. @internal */
export function paramsOf(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
}

/** A path without the names of its parameters: two of the same match the same paths. @internal */
export function shapeOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}

/** Percent-decodes a segment of a path (RFC 3986, section 2.1); `undefined` for a malformed escape. @internal */
export function decodeSegment(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
