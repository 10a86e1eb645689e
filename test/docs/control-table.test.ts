import { expect, test } from 'vitest';
import { filterInput } from '../../src/controls/requests.ts';
import { adminRoutes } from '../../src/server/admin/routes/index.ts';
import { rowsOf } from './support/documents.ts';

const rows = rowsOf('docs/control-the-server.md', '## The control plane');
const requestOf = ([cell = '']: string[]) => /^[A-Z]+ \S+/.exec(cell)?.[0];

test('the table has each route exactly once', () => {
  const routes = adminRoutes.map(({ method, path }) => `${method} ${path}`);
  expect(rows.map(requestOf).toSorted()).toEqual(routes.toSorted());
});

test.each(adminRoutes)('the row of $method $path lists its statuses and parameters', (route) => {
  const row = rows.find((cells) => requestOf(cells) === `${route.method} ${route.path}`)!;
  const statuses = [route.success.status, ...Object.keys(route.failures ?? {})];
  expect(row[1]!.match(/\b[2-5]\d\d\b/g)).toEqual(statuses.map(String));
  const names = row[0]!.match(/\w+(?==)/g) ?? [];
  const filters = row[0]!.includes('(same filters)') ? Object.keys(filterInput.schema.entries) : [];
  expect([...names, ...filters].toSorted()).toEqual(
    Object.keys(route.query?.schema.entries ?? {}).toSorted(),
  );
});
