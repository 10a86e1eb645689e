import { http } from 'msw';
import { describe, expect, test } from 'vitest';
import { ownOperations } from '../../src/operations/table.ts';
import { startedServer } from '../control/support/started-server.ts';
import { createOpenApiChecker, openApi } from '../support/openapi-checker.ts';
import { jsonOf, textOf } from '../support/answer.ts';
import { catalogFetch } from '../support/hosts-in-process.ts';
import { complete, create } from '../../src/verify/cases/case.ts';
import { patient } from '../support/patience.ts';

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

  test('has plain objects for schemas: not every tool knows true and false', () => {
    const { properties } = resolve('/components/schemas/NewPet').value as { properties: object };
    expect(Object.keys(properties)).toEqual(['name', 'tag']);
    for (const pointer of ['/components/schemas/NewPet', pointerOf('createPet')]) {
      const { description } = resolve(pointer).value as { description: string };
      expect(description).toMatch(/`id`.* refused/);
    }
  });
});

/** The values of an answer's examples, by name. */
function examplesOf(pointer: string): Record<string, { value: unknown }> {
  return resolve(`${pointer}/content/application~1json/examples`).value as Record<
    string,
    { value: unknown }
  >;
}

// Those that a request alone brings about are in test/control/dialect.test.ts, in each dialect.
describe('the examples of the document are what the service answers', () => {
  test('a full catalog', async () => {
    const host = await catalogFetch.open({ pets: 7, maxPets: 7 });
    const answer = await host.send(complete(create({ name: 'Rex' })));
    const [full] = Object.values(examplesOf(`${pointerOf('createPet')}/responses/507`));
    expect(JSON.stringify(full!.value)).toBe(textOf(answer!).replace(' 7 ', ' 1000000 '));
  });

  test('a catalog that is reset', async () => {
    const host = await catalogFetch.open({ delay: 60_000 });
    const answer = host.send(complete({}));
    await host.catalog.requests.waitFor({}, patient);
    host.catalog.reset();
    const { reset } = examplesOf('/components/responses/CutOff');
    expect(jsonOf((await answer)!)).toEqual(reset!.value);
  });

  test("a suite's own handler that fails", async () => {
    const fails = http.all('*', () => {
      throw new Error('on purpose');
    });
    const { call } = await startedServer({ handlers: [fails], log: 'none' });
    const response = await call('/pets');
    const { handler } = examplesOf('/components/responses/Failed');
    expect([response.status, await response.json()]).toEqual([500, handler!.value]);
  });
});
