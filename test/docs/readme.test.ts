import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import { createOpenApi } from '../../src/service/openapi.ts';
import { ownOperations } from '../../src/service/table.ts';
import manifest from '../../package.json' with { type: 'json' };
import { rowsOf } from './support/documents.ts';

const { paths } = createOpenApi({ serverUrl: '/v2' }) as unknown as {
  paths: Record<string, Record<string, { responses: Record<string, object> }>>;
};

const rows = rowsOf('README.md', '## The service');

test('the README lists each operation and each handler', () => {
  const own = ownOperations().map(({ method, path }) => `${method} /v2${path}`);
  expect(rows.map(([call]) => call!.replace(/\?.*/, ''))).toEqual(own);
  const [, printed] = /```text\n(POST [^`]*)```/.exec(readFileSync('README.md', 'utf8'))!;
  const handlers = createPetCatalog().handlers.map(({ info }) => info.header);
  expect(printed!.trim().split('\n')).toEqual(handlers);
});

test.each(rows)(
  'the README gives the statuses of %s as the OpenAPI document does',
  (call, _sends, gets, errors) => {
    const [method, target] = call!.split(' ') as [string, string];
    const path = target.replace('/v2', '').replace(/\?.*/, '');
    const { responses } = paths[path]![method.toLowerCase()]!;
    const named = [gets!.slice(0, 3), ...errors!.split(', ')];
    expect(Object.keys(responses)).toEqual(named);
  },
);

test('the README names the file of the OpenAPI document', () => {
  const file = `node_modules/${manifest.name}/${manifest.exports['./openapi.json'].slice(2)}`;
  expect(readFileSync('README.md', 'utf8')).toContain(`\`${file}\``);
});
