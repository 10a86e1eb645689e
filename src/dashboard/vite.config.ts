import { defineConfig } from 'vite';

/** The page at `/`: its index is served there, and its assets under `/__dashboard/`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/__dashboard/',
  build: {
    outDir: '../../dist/dashboard',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    // The page's policy allows images of its own host and data: addresses, and nothing inline.
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});
