import { defineConfig } from 'pet-catalog-mock';

export default defineConfig({
  fixtures: [{ name: 'Rex', tag: 'dog', id: 'rex' }],
  scenarios: { monday: { pets: 3, delay: 800 } },
  delay: '100-300',
});
