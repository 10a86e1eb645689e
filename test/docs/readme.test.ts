import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createOpenApi } from '../../src/service/openapi.ts';
import manifest from '../../package.json' with { type: 'json' };
import { rowsOf } from './support/documents.ts';

const { paths } = createOpenApi({ serverUrl: '/v2' }) as unknown as {
  paths: Record<string, Record<string, { responses: Record<string, object> }>>;
};

test.each(rowsOf('README.md', '## The service'))(
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
