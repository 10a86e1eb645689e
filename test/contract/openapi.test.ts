import { describe, expect, test } from 'vitest';
import { defineOperation } from '../../src/operations/define-operation.ts';
import { createOpenApi } from '../../src/service/openapi.ts';
import { ownOperations } from '../../src/service/table.ts';
import { createOpenApiChecker, openApi } from '../support/openapi-checker.ts';

const { resolve } = createOpenApiChecker();

function pointerOf(name: string): string {
  const { method, path } = ownOperations().find((one) => one.name === name)!;
  return `/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}`;
}

describe('the OpenAPI document', () => {
  test('wants the key in X-API-Key everywhere', () => {
    expect(openApi.security).toEqual([{ ApiKey: [] }]);
    expect(openApi.components['securitySchemes']).toMatchObject({
      ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    });
  });

  const statusesOf = [
    ['createPet', '201 400 401 413 415 507'],
    ['getPet', '200 400 401 404'],
    ['listPets', '200 400 401'],
  ] as const;

  test('has the operations of this table', () => {
    expect(ownOperations().map(({ name }) => name)).toEqual(statusesOf.map(([name]) => name));
  });

  test.each(statusesOf)('lists the statuses of %s: %s', (name, statuses) => {
    const responses = resolve(`${pointerOf(name)}/responses`).value as object;
    expect(Object.keys(responses).join(' ')).toBe(statuses);
  });

  test('has no name that hides one of JavaScript, and no header that HTTP sets by itself', () => {
    const names = Object.keys(openApi.components['schemas']!);
    expect(names.toSorted()).toEqual(['ErrorBody', 'NewPet', 'Pet']);
    expect(names.filter((name) => name in globalThis)).toEqual([]);
    expect(JSON.stringify(openApi)).not.toContain('Content-Length');
  });

  test('describes nothing that only the mock does', () => {
    expect(JSON.stringify(openApi)).not.toMatch(
      /\b(?:prefer|faults?|injected|reset)\b|Preference-Applied/i,
    );
  });
});

test('operations are tagged by the first fixed segment of their path', () => {
  const operations = ['/pets/{id}', '/owners', '/{shelter}/cages'].map((path, index) =>
    defineOperation({ name: `get${index}`, method: 'GET', path, run: () => ({ status: 200 }) }),
  );
  const { tags } = createOpenApi({ serverUrl: '/v2', operations });
  expect(tags.map(({ name }) => name)).toEqual(['pets', 'owners', 'cages']);
});
