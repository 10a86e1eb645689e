import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Gives the text of a style sheet that is imported as `style.css?inline`, as Vite does. */
export const cssAsText = {
  name: 'css-as-text',
  resolveId: {
    filter: { id: /\.css\?inline$/ },
    handler: (id, importer) => resolve(dirname(importer), id),
  },
  load: {
    filter: { id: /\.css\?inline$/ },
    handler: async (id) =>
      `export default ${JSON.stringify(await readFile(id.replace('?inline', ''), 'utf8'))}`,
  },
};
