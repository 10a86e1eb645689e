import { readFile } from 'node:fs/promises';

/** Gives the text of a style sheet that is imported as `style.css?inline`, as Vite does. */
export const cssAsText = {
  name: 'css-as-text',
  resolveId: {
    filter: { id: /\.css\?inline$/ },
    handler: (id, importer) => new URL(id, `file://${importer}`).href,
  },
  load: {
    filter: { id: /\.css\?inline$/ },
    handler: async (id) =>
      `export default ${JSON.stringify(await readFile(new URL(id.replace('?inline', '')), 'utf8'))}`,
  },
};
