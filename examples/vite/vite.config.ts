// #region config
import { petCatalogMock } from 'pet-catalog-mock/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [petCatalogMock({ pets: 5, handlers: './mocks/handlers.ts' })],
});
// #endregion
