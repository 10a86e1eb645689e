import { petCatalogMock } from 'pet-catalog-mock/vite';
import { defineConfig } from 'vite';
import operations, { collections, fields } from './operations.js';

export default defineConfig({
  plugins: [petCatalogMock({ pets: 7, operations, collections, fields })],
});
