import { alba, bruno, byRow, cleo, create, get, list, noKey, ok, sentence } from './case.ts';

const notOurs = (what: string, path: string) =>
  sentence(`does not take ${what} for a path of the service`, { path }, 'not ours');

const finds = (what: string, path: string, json: unknown) =>
  sentence(`tolerates ${what}`, { path }, ok(json));

const elsewhere = { options: { baseUrl: '/shop/api/v2' } };

export const pathCases = byRow({
  Paths: [
    finds('a trailing slash after /pets', '/v2/pets/', [alba, bruno, cleo]),
    finds('a trailing slash before a query', '/v2/pets/?limit=1', [alba]),
    finds('a trailing slash after an id', '/v2/pets/alba/', alba),
    notOurs('the base', '/v2'),
    notOurs('the base with a slash', '/v2/'),
    notOurs('the path without the base', '/pets'),
    notOurs('another version', '/v3/pets'),
    notOurs('another resource', '/v2/owners'),
    notOurs('a resource whose name is longer', '/v2/petshop'),
    notOurs('a resource whose name is shorter', '/v2/pet'),
    notOurs('/pets in another letter case', '/v2/Pets'),
    notOurs('the base in another letter case', '/V2/pets'),
    notOurs('two slashes before /pets', '/v2//pets'),
    notOurs('two slashes before the id', '/v2/pets//alba'),
    notOurs('two trailing slashes', '/v2/pets//'),
    notOurs('two trailing slashes after an id', '/v2/pets/alba//'),
    notOurs('a path that only ends in the right one', '/foo/v2/pets'),
    notOurs('a path behind another host name', '//host/v2/pets'),
    notOurs('a path behind two slashes', '//v2/pets'),
    notOurs('a path below a pet', '/v2/pets/alba/toys'),
    notOurs('a path with an escape in /pets', '/v2/%70ets'),
    notOurs('a path with an escaped slash after the base', '/v2%2Fpets'),
    notOurs('a path with an escape in the base', '/%76%32/pets'),
    notOurs('a path with a malformed escape', '/v2/%zz'),
    notOurs('a path with a parameter', '/v2/pets;x=1'),
    sentence(
      'does not need a key to say that a path is not one of the service',
      { path: '/v2/owners', ...noKey },
      'not ours',
    ),
    sentence(
      'does not look at the method of a path that is not one of the service',
      { path: '/v2/owners', method: 'DELETE' },
      'not ours',
    ),
    sentence(
      'does not create a pet at a path that is not one of the service',
      { ...create({ name: 'Rex' }), ...get('alba/toys') },
      'not ours',
    ),
    sentence(
      'lives at another base path when it is told to',
      { path: '/shop/api/v2/pets/alba' },
      ok(alba),
      elsewhere,
    ),
    sentence(
      'names the path of a new pet below another base path',
      { ...create({ name: 'Rex' }), path: '/shop/api/v2/pets' },
      {
        status: 201,
        created: { name: 'Rex', tag: '' },
        headers: { location: /^\/shop\/api\/v2\/pets\/[0-9a-f-]{36}$/ },
      },
      elsewhere,
    ),
    sentence(
      'does not live at /v2 when it is told to live elsewhere',
      list(),
      'not ours',
      elsewhere,
    ),
  ],
});
