import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export const root = join(import.meta.dirname, '../../..');

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** The documents that people read, by their paths from the root. */
export function documents(): string[] {
  return [...pagesIn('.'), ...pagesIn('examples'), ...pagesIn('docs'), ...pagesIn('decisions')];
}

/** The Markdown files in a folder, by their paths from the root. */
export function pagesIn(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join(folder, name))
    .toSorted();
}

/** The targets of links and pictures, except for those on other hosts. */
export function targetsOf(markdown: string): string[] {
  const text = markdown.replaceAll(/^```[^]*?^```$/gm, '');
  return [
    ...text.matchAll(/\]\(([^)\s]+)\)/g),
    ...text.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g),
  ]
    .map(([, target]) => target!)
    .filter((target) => !/^\w+:/.test(target));
}

/** The fenced blocks of a document: `language` and `meta` are the info string, as in "ts snippet=file.ts". */
export function blocksOf(path: string) {
  return [...read(path).matchAll(/^```(\w*) ?(.*)\n([^]*?)^```$/gm)].map(
    ([, language = '', meta = '', content = '']) => ({ path, language, meta, content }),
  );
}

/**
 * The rows of the first table, or of the first below a heading, without its head: cells as they are
 * shown, trimmed.
 */
export function rowsOf(path: string, heading = ''): string[][] {
  const text = `\n${read(path)}`;
  const start = text.indexOf(`\n${heading}`);
  if (start === -1) throw new Error(`${path} has no heading "${heading}"`);
  const [table = ''] = /^(?:\|.*\n)+/m.exec(text.slice(start)) ?? [];
  return table
    .trimEnd()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll(/[`\\]/g, '')),
    );
}
