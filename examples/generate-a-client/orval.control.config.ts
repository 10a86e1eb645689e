import { defineConfig } from 'orval';

export default defineConfig({
  control: {
    input: 'control.json',
    output: {
      target: 'src/generated/orval-control.ts',
      client: 'fetch',
      urlEncodeParameters: true,
      override: { mutator: { path: 'src/send.ts', name: 'sendToControl' } },
    },
  },
});
