import { describe, expect, test } from 'vitest';
import { errorMessages } from '../../src/contract/error-messages.ts';
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

  test.each([
    ['createPet', '201 400 401 405 413 415 500 503 507'],
    ['getPet', '200 400 401 404 405 500 503'],
    ['listPets', '200 400 401 405 500 503'],
  ] as const)('has every status that can come from %s, and no default', (name, statuses) => {
    const responses = resolve(`${pointerOf(name)}/responses`).value as object;
    expect(Object.keys(responses).join(' ')).toBe(statuses);
  });

  test('has no name that hides one of JavaScript, and no header that HTTP sets by itself', () => {
    const names = Object.keys(openApi.components['schemas']!);
    expect(names.toSorted()).toEqual(['ErrorBody', 'NewPet', 'Pet']);
    expect(names.filter((name) => name in globalThis)).toEqual([]);
    expect(JSON.stringify(openApi)).not.toContain('Content-Length');
  });
});

// Those that a request alone brings about are in test/control/dialect.test.ts, in each dialect.
test('the examples of what no request alone brings about have the words of the service', () => {
  const examplesOf = (name: string) =>
    resolve(`/components/responses/${name}/content/application~1json/examples`).value;
  expect(examplesOf('CutOff')).toEqual({ reset: { value: { error: errorMessages.cutOff } } });
  const error = 'A handler failed; the log of the mock server says why';
  expect(examplesOf('Failed')).toEqual({ handler: { value: { error } } });
});
