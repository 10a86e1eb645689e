// Gives the tests of the source the same @mswjs/http-middleware as the package (rolldown.config.js).
import { rolldown } from 'rolldown';
import { replaceModules } from '../rolldown.config.js';

const name = '@mswjs/http-middleware';
const virtual = `\0${name}`;

const entry = {
  name: 'export-the-middleware',
  resolveId: (id) => (id === virtual ? id : null),
  load: (id) =>
    id === virtual ? `export { createMiddleware } from '${name}/lib/middleware.js';` : null,
};

/** For vitest, where Node would load the middleware with the `handleRequest` of msw 2. */
export const middlewareInTests = {
  name: 'bundle-the-middleware',
  enforce: 'pre',
  resolveId(id) {
    return id === name ? virtual : null;
  },
  async load(id) {
    if (id !== virtual) return null;
    const bundle = await rolldown({
      input: virtual,
      platform: 'node',
      external: (asked, importer) => asked === 'msw' && importer?.endsWith('handle-request.ts'),
      plugins: [replaceModules, entry],
    });
    const { output } = await bundle.generate();
    await bundle.close();
    return output[0].code;
  },
};
