import { defineConfig } from 'cypress';
import { createPetTasks } from './cypress/pet-tasks';

export default defineConfig({
  env: { petCatalogUrl: 'http://127.0.0.1:4020' },
  e2e: {
    baseUrl: 'http://localhost:5173',
    setupNodeEvents(on, config) {
      on('task', createPetTasks(config.env['petCatalogUrl']));
    },
  },
});
