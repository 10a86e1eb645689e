import { defineConfig } from 'vite';
import { licensesOf } from '../../scripts/licenses-of.js';

/** The page, whose assets are in `__dashboard/` beside it: it can live at any path. */
export default defineConfig({
  root: import.meta.dirname,
  base: '',
  plugins: [licensesOf('dist/dashboard')],
  experimental: {
    renderBuiltUrl: (name, { hostType }) =>
      hostType === 'html' ? `__dashboard/${name}` : { relative: true },
  },
  build: {
    outDir: '../../dist/dashboard',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // The page's policy allows images of its own host and data: addresses, and nothing inline.
    assetsInlineLimit: 0,
  },
});
