import { byRow, getPet, list, noKey, ok, serviceCase, type Needs, type Provided } from './case.ts';

const notOurs = (what: string, path: string | ((has: Provided) => string), needs: Needs = {}) =>
  serviceCase(`does not take ${what} for a path of the service`, needs, (has) => ({
    request: { path: typeof path === 'string' ? path : path(has) },
    expected: 'not ours',
  }));

export const pathCases = byRow({
  Paths: [
    serviceCase('tolerates a trailing slash after /pets', { pets: 1 }, ({ pets }) => ({
      request: list('/'),
      expected: ok(pets),
    })),
    serviceCase('tolerates a trailing slash before a query', { pets: 2 }, ({ pets }) => ({
      request: list('/?limit=1'),
      expected: ok(pets.slice(0, 1)),
    })),
    notOurs('the base', '/v2', { basePath: true }),
    notOurs('the base with a slash', '/v2/', { basePath: true }),
    notOurs('another resource', '/v2/owners'),
    notOurs('a resource whose name is longer', '/v2/petshop'),
    notOurs('/pets in another letter case', '/v2/Pets'),
    notOurs('two slashes before /pets', '/v2//pets'),
    notOurs('two trailing slashes', '/v2/pets//'),
    notOurs('a path below a pet', ({ pets }) => `${getPet(pets[0]!).path}/toys`, { pets: 1 }),
    serviceCase('does not need a key to say that a path is not one of the service', {}, () => ({
      request: { path: '/v2/owners', ...noKey },
      expected: 'not ours',
    })),
  ],
});
