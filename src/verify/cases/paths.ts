import { byRow, fixtures, get, list, noKey, ok, serviceCase, type Needs } from './case.ts';

const notOurs = (what: string, path: string, needs: Needs = {}) =>
  serviceCase(`does not take ${what} for a path of the service`, { path }, 'not ours', needs);

export const pathCases = byRow({
  Paths: [
    serviceCase('tolerates a trailing slash after /pets', list('/'), ok(fixtures), { pets: 1 }),
    serviceCase(
      'tolerates a trailing slash before a query',
      list('/?limit=1'),
      ok(fixtures.slice(0, 1)),
      { pets: 2 },
    ),
    notOurs('the base', '/v2', { basePath: true }),
    notOurs('the base with a slash', '/v2/', { basePath: true }),
    notOurs('another resource', '/v2/owners'),
    notOurs('a resource whose name is longer', '/v2/petshop'),
    notOurs('/pets in another letter case', '/v2/Pets'),
    notOurs('two slashes before /pets', '/v2//pets'),
    notOurs('two trailing slashes', '/v2/pets//'),
    notOurs('a path below a pet', `${get('{pet}').path}/toys`, { pets: 1 }),
    serviceCase(
      'does not need a key to say that a path is not one of the service',
      { path: '/v2/owners', ...noKey },
      'not ours',
    ),
  ],
});
