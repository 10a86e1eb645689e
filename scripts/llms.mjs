// Writes llms.txt (llmstxt.org), a map of the documents for language models, from the index of docs/.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const read = (path) => readFile(join(root, path), 'utf8');

const { name, description } = JSON.parse(await read('package.json'));
const [, ...sections] = (await read('docs/README.md')).trim().split(/\n(?=## )/);
const pages = sections.join('\n').replaceAll(/\]\((?:\.\/)?(?=[\w-]+\.md)/g, '](docs/');
const text = `# ${name}

> ${description}.

It runs in three hosts, which answer the same request in the same way: as msw handlers in a test, as a service worker in a page, and as a server with a control plane and a dashboard. Each page below answers the questions beside it.

## Begin

- [README](README.md): What is it, how do I run it, and how do I use it in a test, in a page and as a server?
- [Changelog](CHANGELOG.md): What has changed?

${pages.replaceAll(/\]\(docs\/\.\.\//g, '](').replaceAll('](../', '](')}
`;
const file = join(root, 'llms.txt');
if (process.argv.includes('--check')) {
  if ((await readFile(file, 'utf8')) !== text) {
    console.error('llms.txt is not what docs/README.md makes of it: run npm run llms');
    process.exitCode = 1;
  }
} else await writeFile(file, text);
