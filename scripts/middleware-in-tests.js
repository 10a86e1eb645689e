// Gives the tests of the source the same @mswjs/http-middleware as the package (rolldown.config.js).
import { rolldown } from 'rolldown';
import { replaceModules } from './rolldown.config.js';

const name = '@mswjs/http-middleware';
const handleRequest = replaceModules.resolveId('msw', `/node_modules/${name}/`);
const virtualMsw = '\0msw';
const sources = {
  [`\0${name}`]: `export { createMiddleware } from '${name}/lib/middleware.js';`,
  // The middleware and the tests share one copy of our file.
  [virtualMsw]: `export { handleRequest } from '${handleRequest}';`,
};

const entry = {
  name: 'export-the-middleware',
  resolveId(id, importer = '') {
    if (id === 'msw' && importer.includes(name)) return virtualMsw;
    return id in sources ? id : null;
  },
  load: (id) => sources[id] ?? null,
};

/** For vitest, where Node would load the middleware with the `handleRequest` of msw 2. */
export const middlewareInTests = {
  name: 'bundle-the-middleware',
  enforce: 'pre',
  resolveId(id) {
    return id === name ? `\0${name}` : null;
  },
  async load(id) {
    if (id !== `\0${name}`) return null;
    const bundle = await rolldown({
      input: id,
      platform: 'node',
      external: handleRequest,
      makeAbsoluteExternalsRelative: false,
      plugins: [entry],
    });
    const { output } = await bundle.generate();
    await bundle.close();
    return output[0].code;
  },
};
