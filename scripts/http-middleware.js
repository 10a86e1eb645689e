// Gives @mswjs/http-middleware the `handleRequest` of ours, as msw 3 exports none
// (decisions/msw-versions.md): in the package, and where tests run the source.
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const name = '@mswjs/http-middleware';
const handleRequest = fileURLToPath(new URL('../src/server/handle-request.ts', import.meta.url));

/** Its server alone needs Express 4, which would come with it. */
export const middlewareAlone = { [name]: `${name}/lib/middleware.js` };

/** For a bundler that takes the middleware in. */
export const ownHandleRequest = {
  name: 'give-the-middleware-our-handle-request',
  resolveId(id, importer) {
    return id === 'msw' && importer?.includes(name) ? handleRequest : null;
  },
};

const virtual = `\0${name}`;
const entry = {
  name: 'export-what-is-used-of-the-middleware',
  resolveId: (id) => (id === virtual ? id : null),
  load: (id) =>
    id === virtual ? `export { createMiddleware } from '${middlewareAlone[name]}';` : null,
};

/** For vitest, which would have Node load the middleware, and with it the `handleRequest` of msw 2. */
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
      external: (asked, importer) => asked === 'msw' && importer === handleRequest,
      plugins: [ownHandleRequest, entry],
    });
    const { output } = await bundle.generate();
    await bundle.close();
    return output[0].code;
  },
};
