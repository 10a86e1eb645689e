/** The lines of `failingControls` that fail. */
export const linesOfControls = [
  "await catalog.requests.waitFor({ operation: 'createPet' }, { timeout: 1 });",
  'catalog.seed({ pets: -1 });',
  "await control.requests.waitFor({ operation: 'createPet' }, { timeout: 1 });",
  'await control.seed({ pets: -1 });',
];

/** Tests that fail as a control throws, at once and after a wait: in the process, and over HTTP. */
export const failingControls = (runner: 'vitest' | 'node:test') => `
import { ${runner === 'vitest' ? 'beforeAll, afterAll' : 'before as beforeAll, after as afterAll'}, test } from '${runner}';
import { createPetCatalog } from 'pet-catalog-mock';
import { createControl } from 'pet-catalog-mock/client';
import { startServer } from 'pet-catalog-mock/server';

const catalog = createPetCatalog();
let server, control;
beforeAll(async () => {
  server = await startServer({ port: 0, log: 'none' });
  control = createControl({ url: server.url });
});
afterAll(() => server.close());

${linesOfControls.map((line, index) => `test('${index}', async () => {\n  ${line}\n});`).join('\n')}
`;
