import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { validateExamples } from 'openapi-examples-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../src/server.ts';

describe.each(['/openapi.json', '/__admin/openapi.json'])('%s', (path) => {
  let text: string;
  beforeAll(async () => {
    const server = await startServer({ port: 0 });
    text = await (await fetch(new URL(path, server.url))).text();
    await server.close();
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

  test('has examples that openapi-examples-validator takes', async () => {
    const { valid, errors, statistics } = await validateExamples(JSON.parse(text) as object);
    expect({ valid, errors }).toEqual({ valid: true, errors: [] });
    expect(statistics.examplesTotal).toBeGreaterThan(20);
  });
});
