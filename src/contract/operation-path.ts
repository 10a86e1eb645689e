import { show } from './errors.ts';

/** A member called `__proto__` would be lost. */
const param = /^\{(?!__proto__\})[A-Za-z_]\w*\}$/;
/** Unreserved characters and sub-delimiters (RFC 3986, 3.3), but not `.`, `..`, `:name` or a wildcard. */
const literal = /^(?!:|\.{1,2}$)[\w\-.~!$&'()+,;=:@]+$/;

/** The most characters of a path. */
const maxLength = 1000;

/** Returns the problem of an operation's path; `undefined` if it is good. */
export function pathProblem(path: string): string | undefined {
  if (!path.startsWith('/')) {
    return `"path" must begin with a slash, as "/pets/{petId}" does, not ${show(path)}`;
  }
  if (path.length > maxLength) {
    return `"path" must have at most ${maxLength} characters, not ${path.length}`;
  }
  const [colon] = /(?<=\/):\w+(?=\/|$)/.exec(path) ?? [];
  if (colon) return `"path" has ${show(colon)} for a parameter: write {${colon.slice(1)}}`;
  const isOdd = (segment: string) => !param.test(segment) && !literal.test(segment);
  const odd = path.slice(1).split('/').find(isOdd);
  if (odd !== undefined) {
    return (
      '"path" must have segments that are each a parameter such as {petId} or a literal of ASCII ' +
      `letters, digits and -._~!$&'()+,;=:@, not starting with a colon, not . or .., without wildcards, not ${show(odd)}`
    );
  }
  const names = paramsOf(path);
  const twin = names.find((name, position) => names.indexOf(name) !== position);
  return twin && `"path" must not have {${twin}} twice, as ${path} has`;
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
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
