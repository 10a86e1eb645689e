import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { toYaml } from '../../src/contract/openapi.ts';
import { operations, type OperationName } from '../../src/contract/operations.ts';
import { createPetCatalog, type PetCatalogOptions } from '../../src/index.ts';
import { createOpenApiChecker, openApi } from '../support/openapi-checker.ts';
import { jsonOf, textOf } from '../support/answer.ts';
import { catalogFetch } from '../support/hosts-in-process.ts';
import { complete, create, type CaseRequest } from './cases/case.ts';
import { contractCases } from './cases/index.ts';

const { problemsAt, resolve } = createOpenApiChecker();

function pointerOf(name: OperationName): string {
  const { method, path } = operations[name];
  return `/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}`;
}

describe('the OpenAPI document', () => {
  test('has the three operations, by their ids, and no other', () => {
    const ids = Object.entries(openApi.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => [operationId, method, path]),
    );
    expect(ids.toSorted()).toEqual([
      ['createPet', 'post', '/pets'],
      ['getPet', 'get', '/pets/{petId}'],
      ['listPets', 'get', '/pets'],
    ]);
  });

  test('wants the key in X-API-Key everywhere', () => {
    expect(openApi.security).toEqual([{ ApiKey: [] }]);
    expect(openApi.components['securitySchemes']).toMatchObject({
      ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    });
  });

  test.each([
    ['createPet', '201 400 401 413 415 507 default'],
    ['getPet', '200 400 401 404 default'],
    ['listPets', '200 400 401 default'],
  ] as const)('has every status that the contract names for %s', (name, statuses) => {
    const responses = resolve(`${pointerOf(name)}/responses`).value as object;
    expect(Object.keys(responses).join(' ')).toBe(statuses);
  });

  test('is the same in YAML and in JSON', () => {
    expect(parse(toYaml(openApi))).toStrictEqual(JSON.parse(JSON.stringify(openApi)));
    expect(toYaml(openApi)).not.toMatch(/[&*]a\d/);
  });

  test('has no reference that leads nowhere', () => {
    const links = [...JSON.stringify(openApi).matchAll(/"\$ref":"#([^"]+)"/g)];
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter(([, link]) => resolve(link!).value === undefined)).toEqual([]);
  });

  test('says nothing twice: each component is used', () => {
    const text = JSON.stringify(openApi);
    const unused = Object.entries(openApi.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, parts]) =>
        Object.keys(parts).filter((name) => !text.includes(`"#/components/${kind}/${name}"`)),
      );
    expect(unused).toEqual([]);
  });

  test('has an example for the request and for each answer, and each is what its schema says', () => {
    const found: [string, unknown][] = [];
    const walk = (pointer: string, value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('schema' in value && 'examples' in value) {
        const examples = Object.values(value.examples as Record<string, { value: unknown }>);
        for (const example of examples) found.push([`${pointer}/schema`, example.value]);
      }
      for (const [key, child] of Object.entries(value)) {
        walk(`${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, child);
      }
    };
    walk('', openApi);
    expect(found.length).toBeGreaterThan(15);
    expect(found.flatMap(([pointer, value]) => problemsAt(pointer, value))).toEqual([]);
    const contents = JSON.stringify(openApi).match(/"application\/json":\{"schema":/g)!;
    expect(JSON.stringify(openApi).match(/,"examples":\{/g)).toHaveLength(contents.length);
  });
});

describe('the schemas of the document take what the service takes', () => {
  const creates = contractCases.flatMap(({ name, request, expected }) => {
    const { method, headers, body } = complete(request);
    const status = expected === 'not ours' ? 404 : expected.status;
    const isPlain = method === 'POST' && 'X-API-Key' in headers && typeof body === 'string';
    if (!isPlain || (status !== 201 && status !== 400)) return [];
    try {
      return [{ name, status, value: JSON.parse(body) as unknown }];
    } catch {
      return [];
    }
  });

  test('there are many to try', () => {
    expect(creates.length).toBeGreaterThan(40);
  });

  test.each(creates.filter(({ name }) => !name.includes('hundred thousand')))(
    'NewPet: $name',
    ({ value, status }) => {
      expect(problemsAt('/components/schemas/NewPet', value).length === 0).toBe(status === 201);
    },
  );
});

test.each([
  [0, true],
  [1, true],
  [2 ** 53, true],
  [-1, false],
  [1.5, false],
  ['ten', false],
  [null, false],
])('the schema of limit, to %j, says %j', (limit, isTaken) => {
  const problems = problemsAt('/components/parameters/Limit/schema', limit);
  expect(problems.length === 0).toBe(isTaken);
});

/** Every error of the document, made to happen. */
const errors: [string, PetCatalogOptions, CaseRequest][] = [
  ['/components/responses/Unauthorized missing', {}, { headers: { 'X-API-Key': null } }],
  ['/components/responses/Unauthorized invalid', { apiKeys: ['x'] }, {}],
  ['/components/responses/Other notAllowed', {}, { method: 'DELETE' }],
  ['/components/responses/Other injected', {}, { headers: { Prefer: 'code=503' } }],
  [`${pointerOf('createPet')}/responses/400 missing`, {}, create({})],
  [`${pointerOf('createPet')}/responses/400 id`, {}, create({ name: 'Rex', id: '7' })],
  [
    `${pointerOf('createPet')}/responses/413 tooLarge`,
    {},
    create({ name: 'x'.repeat(1024 * 1024) }),
  ],
  [
    `${pointerOf('createPet')}/responses/415 notJson`,
    {},
    { method: 'POST', headers: { 'Content-Type': null } },
  ],
  [`${pointerOf('getPet')}/responses/400 malformed`, {}, { path: '/v2/pets/%' }],
  [`${pointerOf('getPet')}/responses/404 unknown`, {}, { path: '/v2/pets/nobody' }],
  [`${pointerOf('listPets')}/responses/400 negative`, {}, { path: '/v2/pets?limit=-1' }],
  [`${pointerOf('listPets')}/responses/400 twice`, {}, { path: '/v2/pets?limit=1&limit=2' }],
];

/** The values of an answer's examples, by name. */
function examplesOf(pointer: string): Record<string, { value: unknown }> {
  const { content } = resolve(pointer).value as {
    content: { 'application/json': { examples: Record<string, { value: unknown }> } };
  };
  return content['application/json'].examples;
}

describe('the examples of the document are what the service answers', () => {
  test.each(errors)('%s', async (where, options, request) => {
    const [pointer, name] = where.split(' ') as [string, string];
    const host = await catalogFetch.open(options);
    const answer = await host.send(complete(request));
    expect(jsonOf(answer!)).toEqual(examplesOf(pointer)[name]!.value);
  });

  test('a full catalog', async () => {
    const host = await catalogFetch.open({ pets: 7, maxPets: 7 });
    const answer = await host.send(complete(create({ name: 'Rex' })));
    const { full } = examplesOf(`${pointerOf('createPet')}/responses/507`);
    expect(JSON.stringify(full!.value)).toBe(textOf(answer!).replace(' 7 ', ' 1000000 '));
  });

  test('the pets are those of a catalog that nobody has told anything', () => {
    const { pets } = createPetCatalog();
    const [first] = pets.list({ limit: 1 });
    const got = examplesOf(`${pointerOf('getPet')}/responses/200`);
    const created = examplesOf(`${pointerOf('createPet')}/responses/201`);
    expect(got['tagged']!.value).toEqual(first);
    expect(created['untagged']!.value).toEqual(pets.create({ name: 'Biscuit' }));
    expect(resolve('/components/parameters/PetId/example').value).toBe(first!.id);
  });
});
