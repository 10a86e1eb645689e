import { defineConfig } from 'orval';

export default defineConfig({
  pets: {
    input: 'node_modules/pet-catalog-mock/dist/openapi.json',
    output: {
      target: 'src/generated/orval.ts',
      client: 'fetch',
      urlEncodeParameters: true, // an id may have any character
      override: { mutator: { path: 'src/send.ts', name: 'sendToPets' } },
    },
  },
});
