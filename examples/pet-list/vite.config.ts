import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

export default defineConfig(({ mode }) => ({
  // A relative base lets the demo run below any path of any static host.
  base: './',
  build: { outDir: mode === 'demo' ? 'dist/demo' : 'dist/app' },
  server: { proxy: { '/v2': process.env['PET_CATALOG_URL'] ?? 'http://127.0.0.1:4020' } },
  plugins: mode === 'demo' ? [serviceWorkerScript()] : [],
  test: { environment: 'happy-dom', include: ['test/**/*.test.ts'] },
}));

/** Puts msw's service worker beside the page, so that the repository needs no copy of it. */
function serviceWorkerScript(): Plugin {
  const name = 'mockServiceWorker.js';
  const source = readFileSync(createRequire(import.meta.url).resolve(`msw/${name}`), 'utf8');
  return {
    name: 'service-worker-script',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: name, source });
    },
    configureServer(server) {
      server.middlewares.use(`/${name}`, (_, response) => {
        response.setHeader('Content-Type', 'text/javascript');
        response.end(source);
      });
    },
  };
}
