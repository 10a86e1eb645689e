import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { validateExamples } from 'openapi-examples-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../src/server.ts';

async function documentAt(path: string): Promise<string> {
  await using server = await startServer({ port: 0 });
  return (await fetch(new URL(path, server.url))).text();
}

describe.each(['/openapi.json', '/__admin/openapi.json'])('%s', (path) => {
  let text: string;
  beforeAll(async () => {
    text = await documentAt(path);
  });

  test("is well-formed by the strictest rules of Redocly's linter", async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({ source: text, config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  test("has nothing that Spectral's rules for OpenAPI would change", async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset({ extends: rulesets.oas as RulesetDefinition });
    const results = await linter.run(text);
    expect(results.map(({ code, message, path: at }) => [code, message, at])).toEqual([]);
  });
});

test('the service document has examples that openapi-examples-validator accepts', async () => {
  const document = JSON.parse(await documentAt('/openapi.json')) as object;
  const { valid, errors, statistics } = await validateExamples(document);
  expect({ valid, errors }).toEqual({ valid: true, errors: [] });
  expect(statistics.examplesTotal).toBeGreaterThan(20);
});
