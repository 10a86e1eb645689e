import { petCatalogMock } from 'pet-catalog-mock/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig(({ mode }) => ({
  // A relative base lets the demo run below any path of any static host.
  base: './',
  build: { outDir: mode === 'demo' ? 'dist/demo' : 'dist/app' },
  server: { proxy: { '/v2': process.env['PET_CATALOG_URL'] ?? 'http://127.0.0.1:4020' } },
  // Adds msw's worker script to the page, so that the repository needs no copy.
  plugins: mode === 'demo' ? [petCatalogMock({ emitWorker: true })] : [],
  test: { environment: 'happy-dom', include: ['test/**/*.test.ts'] },
}));
