import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { documents, pagesIn, read, root, targetsOf } from './support/documents.ts';

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(markdown: string): string[] {
  const text = markdown.replaceAll(/^```[^]*?^```$/gm, '');
  return Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(documents())('%s links to files and headings that exist', (path) => {
  const missing = targetsOf(read(path)).filter((target) => {
    const [file = '', anchor] = target.split('#');
    const linked = file === '' ? path : posix.join(posix.dirname(path), file);
    if (!existsSync(join(root, linked))) return true;
    return anchor !== undefined && !anchorsOf(read(linked)).includes(anchor);
  });
  expect(missing).toEqual([]);
});

const linked = new Set(
  documents().flatMap((path) =>
    targetsOf(read(path)).map((target) => posix.join(posix.dirname(path), target.split('#')[0]!)),
  ),
);

test.each([...pagesIn('docs'), ...pagesIn('decisions')])('%s has a link to it', (path) => {
  expect([...linked]).toContain(path);
});

test('the index of the pages links to all of them', () => {
  const targets = new Set(
    targetsOf(read('docs/README.md')).map((target) => posix.join('docs', target)),
  );
  const pages = pagesIn('docs').filter((path) => path !== 'docs/README.md');
  expect(pages.filter((path) => !targets.has(path))).toEqual([]);
});

test('pages that the source and its messages name exist', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /\.tsx?$/.test(file)).map((file) => read(`src/${file}`));
  const named = sources.join('\n').matchAll(/\b(?:docs|decisions)\/[\w-]+\.md/g);
  expect([...new Set(named)].map(String).filter((page) => !existsSync(join(root, page)))).toEqual(
    [],
  );
});
